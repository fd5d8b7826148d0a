import type { Services } from '../../src/discord/command.ts';
import type { RankedPlayer } from '../../src/domain/alerts/events.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import type { RankingEntry, RankingKind } from '../../src/domain/people/people.ts';
import type { Category, Instant } from '../../src/domain/terms.ts';
import { DAY } from '../../src/lib/time.ts';
import { readRanking } from '../../src/padel-api/rankings.ts';
import type { RankingView } from '../../src/render/people/ranking.ts';
import { lastRanking } from '../../src/store/matches/rankings.ts';

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
) => {
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
