import type { RankedPlayer, RankingEdition } from '../domain/alerts/events.ts';
import type { RankingEntry, RankingKind } from '../domain/people/people.ts';
import type { Category } from '../domain/terms.ts';
import { UserError } from '../errors.ts';
import type { CachedResponse, RequestOptions } from './request/cache.ts';
import { PER_PAGE } from './request/pages.ts';
import type { Paging, PlayersQuery } from './queries.ts';
import type { PadelApi } from './client.ts';
import { isOneOf, NotFound, NotInPlan, RequestRefused, UnreadableAnswer } from './errors.ts';
import type { Page } from './wire/envelope.ts';

interface RankingQuery {
  readonly kind: RankingKind;
  readonly category: Category;
  /** ISO 3166 alpha-2; null for all countries. */
  readonly nationality: string | null;
  readonly page: number;
  /** At most fifty (specification, "Pagination"). */
  readonly perPage: number;
}

interface RankingAnswer extends CachedResponse<Page<RankingEntry>> {
  /** The rankings that the service offers, as far as this response shows. */
  readonly kinds: readonly RankingKind[];
}

/** Failures after which the list of players serves instead. */
const isRefusal = isOneOf(NotFound, NotInPlan, RequestRefused, UnreadableAnswer);

/**
 * A page of a ranking. Where the endpoint for rankings is missing, refused or unreadable, the official one
 * and that of Elo are read from the list of players, without movement.
 * @throws UserError `no-such-ranking` where the service has none of this kind; the classes of errors.ts
 */
export const readRanking = async (
  api: Pick<PadelApi, 'players' | 'rankings'>,
  { kind, category, nationality, page, perPage }: RankingQuery,
  options?: RequestOptions,
): Promise<RankingAnswer> => {
  const query = { category, ...(nationality === null ? {} : { nationality }), page, perPage };
  try {
    const response = await api.rankings(
      { type: kind, ...query, sortBy: 'ranking', orderBy: 'asc' },
      options,
    );
    return { ...response, kinds: ['official', 'race', 'elo'] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  if (kind === 'race') throw new UserError('no-such-ranking');
  if (kind === 'elo') return await playersByElo(api, query, options);
  const response = await api.players({ ...query, sortBy: 'ranking', orderBy: 'asc' }, options);
  const hasElo = response.value.items.some(({ elo }) => elo !== undefined);
  return { ...response, kinds: hasElo ? ['official', 'elo'] : ['official'] };
};

/** @throws UserError `no-such-ranking` where players cannot be sorted by Elo */
const playersByElo = async (
  api: Pick<PadelApi, 'players'>,
  query: PlayersQuery & Required<Paging>,
  options: RequestOptions | undefined,
): Promise<RankingAnswer> => {
  const { value, readAt } = await api
    .players({ ...query, sortBy: 'elo', orderBy: 'desc' }, options)
    .catch((error: unknown) => {
      throw error instanceof RequestRefused ? new UserError('no-such-ranking') : error;
    });
  const before = (query.page - 1) * query.perPage;
  const placeOf = (rating: number): number =>
    before + value.items.findIndex(({ elo }) => elo === rating) + 1;
  const items = value.items.flatMap((player): readonly RankingEntry[] => {
    if (player.elo === undefined) return [];
    // Within one country the overall places are unknown.
    const ranking = query.nationality === undefined ? placeOf(player.elo) : null;
    return [{ ...player, ranking, points: player.elo, withheld: [] }];
  });
  if (items.length === 0 && value.items.length > 0) throw new UserError('no-such-ranking');
  return { value: { ...value, items }, readAt, kinds: ['official', 'elo'] };
};

const PAGES = 2;

/**
 * The first hundred of the official ranking, read in the background: one request, and a second one where
 * the first page is news. Null where it is not, or where the service has half a ranking.
 */
export const topRanked = async (
  api: Pick<PadelApi, 'players' | 'rankings'>,
  category: Category,
  isNews: (firstPage: RankingEdition) => boolean,
): Promise<RankingEdition | null> => {
  const question = { kind: 'official', category, nationality: null, perPage: PER_PAGE } as const;
  let date: string | null = null;
  // A ranking that changes between two requests may have a player on both pages.
  const players = new Map<number, RankedPlayer>();
  for (let page = 1; page <= PAGES; page += 1) {
    const { value } = await readRanking(api, { ...question, page }, { priority: 'background' });
    const pageDate = value.items.find((entry) => entry.date !== undefined)?.date ?? null;
    if (page > 1 && (pageDate !== date || value.items.length === 0)) return null;
    date = pageDate;
    for (const entry of value.items) {
      const ranked = rankedPlayer(entry);
      if (ranked !== null) players.set(ranked.id, ranked);
    }
    const edition = { date, players: [...players.values()] };
    if (players.size === 0 || (page === 1 && !isNews(edition))) return null;
    if (page === PAGES || page >= value.lastPage) return edition;
  }
  return null;
};

const rankedPlayer = ({ id, name, ranking, points, moved }: RankingEntry): RankedPlayer | null => {
  if (ranking === null) return null;
  const before = moved === undefined ? 0 : ranking + moved;
  return { id, name, place: ranking, before: before > 0 ? before : null, points };
};
