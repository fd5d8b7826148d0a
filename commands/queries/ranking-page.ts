import type { Services } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import type { RankingEntry, RankingKind } from '../../src/domain/people/people.ts';
import type { Category, Instant } from '../../src/domain/terms.ts';
import { DAY, dayAfter } from '../../src/lib/time.ts';
import { readRanking } from '../../src/padel-api/rankings.ts';
import type { RankingView } from '../../src/render/people/ranking.ts';
import { lastRankings } from '../../src/store/matches/rankings.ts';

interface RankingRequest {
  readonly kind: RankingKind;
  readonly category: Category;
  readonly country: string | null;
  readonly sought: DirectoryEntry | null;
}

const PER_PAGE = 20;

export const rankingPage = async (
  question: RankingRequest,
  page: number,
  { api, db }: Services,
): Promise<RankingView> => {
  const { kind, category, country } = question;
  const { value, readAt, kinds } = await readRanking(api, {
    kind,
    category,
    nationality: country,
    page,
    perPage: PER_PAGE,
  });
  const { items, lastPage, total } = value;
  const places = await weekOf(question, api.serviceNow(), db);
  const players = items.map((player) => ({ ...movedSince(places, player), ...player }));
  return { ...question, kinds, players, page, lastPage, total, isMissing: false, readAt };
};

interface Week {
  readonly before: number;
  readonly now: number;
}

/** The places of this week and the one before by player, from the stored rankings; empty without both. */
const weekOf = async (
  { kind, category }: RankingRequest,
  today: Instant,
  db: Services['db'],
): Promise<ReadonlyMap<number, Week>> => {
  if (kind !== 'official') return new Map();
  const [newest, before] = await lastRankings(db, category, 2);
  if (newest === undefined || before === undefined) return new Map();
  const isCurrent = Date.parse(newest.date) > today - 7 * DAY;
  if (!isCurrent || before.date < dayAfter(newest.date, -7)) return new Map();
  const places = new Map(before.rows.map(({ id, place }) => [id, place]));
  return new Map(
    newest.rows.flatMap(({ id, place }) => {
      const earlier = places.get(id);
      return earlier === undefined ? [] : [[id, { before: earlier, now: place }] as const];
    }),
  );
};

/** Unless the ranking has changed since it was stored. */
const movedSince = (
  places: ReadonlyMap<number, Week>,
  { id, ranking }: RankingEntry,
): Pick<RankingEntry, 'moved'> => {
  const week = places.get(id);
  return week?.now === ranking ? { moved: week.before - week.now } : {};
};

/**
 * The page with a player; the first page when not found, flagged as missing for the official
 * ranking, whose positions the directory knows.
 */
export const pageOfPlayer = async (
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
