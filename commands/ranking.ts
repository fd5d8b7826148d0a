import type {
  AutocompleteRequest,
  Command,
  CommandRequest,
  ComponentRequest,
  Services,
} from '../src/discord/command.ts';
import { isCountry } from '../src/domain/people/countries.ts';
import { RANKINGS, type RankingEntry, type RankingKind } from '../src/domain/people/people.ts';
import { CATEGORIES, type Category, type Instant } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { resolveName } from '../src/padel-api/names/naming.ts';
import type { MessageBody } from '../src/render/message.ts';
import { NO_PLAYER, rankingMessage, type RankingView } from '../src/render/people/ranking.ts';
import { numberIn, wordIn } from './options/control-values.ts';
import { namedCountry, suggestCountries } from './options/country.ts';
import {
  ANYWHERE,
  categoryOption,
  choice,
  choiceOption,
  labels,
  nameOption,
} from './options/labels.ts';
import { suggest } from './options/name.ts';
import type { RankedPlayer } from '../src/domain/alerts/events.ts';
import type { DirectoryEntry } from '../src/domain/people/directory.ts';
import { DAY } from '../src/lib/time.ts';
import { readRanking } from '../src/padel-api/rankings.ts';
import { lastRanking } from '../src/store/matches/rankings.ts';

/** `/ranking`: men or women, optionally by country or Elo, or the page of a player. */
export const ranking: Command = {
  definition: {
    ...labels((texts) => texts.command.ranking),
    ...ANYWHERE,
    options: [
      { ...categoryOption((texts) => texts.command.ranking.option.category), required: true },
      nameOption((texts) => ({
        ...texts.command.ranking.option.player,
        name: texts.command.player.name,
      })),
      nameOption((texts) => texts.command.ranking.option.country),
      choiceOption(
        (texts) => texts.command.ranking.option.list,
        RANKINGS.map((kind) => choice(kind, (texts) => texts.ranking.kind[kind])),
      ),
    ],
  },
  visibility: 'public',
  autocomplete: (request, services) =>
    request.option === 'country'
      ? suggestCountries(request, services).choices
      : suggest('player', request, services, categoryTyped(request)),
  run: (request, services) => answer(request, services),
  component: { answer: 'update', run: (request, services) => turn(request, services) },
};

/** The category that is chosen so far: options come in any order. */
const categoryTyped = (request: AutocompleteRequest): Category | null =>
  CATEGORIES.find((category) => category === request.text('category')) ?? null;

const answer = async (request: CommandRequest, services: Services): Promise<MessageBody> => {
  const { directory } = services;
  const [typedCountry, typedPlayer] = [request.text('country'), request.text('player')];
  const country = typedCountry === null ? null : namedCountry(request, typedCountry, services);
  const sought = typedPlayer === null ? null : resolveName(directory, 'player', typedPlayer);
  // A player is in one category only, which overrides the chosen one.
  const asked = wordIn(CATEGORIES, request.text('category'));
  const kind = wordIn(RANKINGS, request.text('list') ?? 'official');
  const category = sought?.category ?? asked;
  const view =
    sought === null
      ? await rankingPage({ kind, category, country, sought }, 1, services)
      : await pageOfPlayer({ kind, category, country, sought }, services);
  return rankingMessage(request, { ...view, isOther: category !== asked });
};

const turn = async (request: ComponentRequest, services: Services): Promise<MessageBody> => {
  const [category, country = NO_PLAYER, page, soughtId = NO_PLAYER, kind = 'official'] =
    request.values;
  const sought =
    soughtId === NO_PLAYER ? null : (services.directory.get('player', numberIn(soughtId)) ?? null);
  const question = {
    kind: wordIn(RANKINGS, kind),
    category: wordIn(CATEGORIES, category),
    country: countryIn(country),
    sought,
  };
  return rankingMessage(request, await rankingPage(question, numberIn(page), services));
};

const countryIn = (word: string): string | null => {
  if (word === NO_PLAYER) return null;
  if (!isCountry(word)) throw new UserError('outdated-control');
  return word;
};

interface RankingRequest {
  readonly kind: RankingKind;
  readonly category: Category;
  readonly country: string | null;
  readonly sought: DirectoryEntry | null;
}

const PER_PAGE = 20;

const rankingPage = async (question: RankingRequest, page: number, { api, db }: Services) => {
  const { kind, category, country } = question;
  const { value, readAt, kinds } = await readRanking(api, {
    kind,
    category,
    nationality: country,
    page,
    perPage: PER_PAGE,
  });
  const { items, lastPage, total } = value;
  const week = await weekOf(question, api.serviceNow(), db);
  const players = items.map((player) => ({ ...movedSince(week, player), ...player }));
  return { ...question, kinds, players, page, lastPage, total, isMissing: false, readAt };
};

/** This week's stored ranking by player, which says who moved where the service does not. */
const weekOf = async ({ kind, category }: RankingRequest, today: Instant, db: Services['db']) => {
  const newest = kind === 'official' ? await lastRanking(db, category) : undefined;
  const isCurrent = newest !== undefined && Date.parse(newest.date) > today - 7 * DAY;
  return new Map(isCurrent ? newest.players.map((player) => [player.id, player]) : []);
};

/** Unless the ranking has changed since it was stored. */
const movedSince = (week: ReadonlyMap<number, RankedPlayer>, { id, ranking }: RankingEntry) => {
  const { place, before = null } = week.get(id) ?? {};
  return before !== null && place === ranking ? { moved: before - ranking } : {};
};

/**
 * The page with a player; the first page when not found, flagged as missing for the official
 * ranking, whose positions the directory knows.
 */
const pageOfPlayer = async (
  question: RankingRequest & { readonly sought: DirectoryEntry },
  services: Services,
): Promise<RankingView> => {
  const { sought } = question;
  for (const page of likelyPages(question, services)) {
    const view = await rankingPage(question, page, services);
    if (view.players.some(({ id }) => id === sought.id)) return view;
  }
  const isMissing = question.kind === 'official';
  return { ...(await rankingPage(question, 1, services)), isMissing };
};

const byPlace = (a: DirectoryEntry, b: DirectoryEntry): number =>
  (a.ranking ?? Number.MAX_SAFE_INTEGER) - (b.ranking ?? Number.MAX_SAFE_INTEGER);

const byRating = (a: DirectoryEntry, b: DirectoryEntry): number =>
  (b.rating?.elo ?? 0) - (a.rating?.elo ?? 0);

/**
 * The player's page by the directory, and the pages beside it: the directory may be a week older
 * than the service.
 */
const likelyPages = (
  { kind, category, country, sought }: RankingRequest & { readonly sought: DirectoryEntry },
  { directory }: Services,
): readonly number[] => {
  const place = directory
    .all('player')
    .filter((entry) => entry.category === category)
    .filter((entry) => country === null || entry.country === country)
    .toSorted(kind === 'elo' ? byRating : byPlace)
    .findIndex(({ id }) => id === sought.id);
  if (place < 0) return [];
  const page = Math.floor(place / PER_PAGE) + 1;
  return [page, page - 1, page + 1].filter((each) => each > 0);
};
