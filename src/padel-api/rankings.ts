import type { RankedPlayer, RankingEdition } from '../domain/alerts/events.ts';
import type { RankingEntry, RankingKind } from '../domain/people/people.ts';
import type { Category } from '../domain/terms.ts';
import { UserError } from '../errors.ts';
import type { CachedResponse } from './request/cache.ts';
import type { RequestOptions } from './request/cache.ts';
import type { PadelApi } from './client.ts';
import { NotFound, NotInPlan, RequestRefused, UnreadableAnswer } from './errors.ts';
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
const REFUSALS = [NotFound, NotInPlan, RequestRefused, UnreadableAnswer];

/**
 * A page of a ranking. Where the endpoint for rankings is missing, refused or unreadable, the official one
 * and that of Elo are read from the list of players, without movement.
 * @throws UserError `no-such-ranking` where the service has none of this kind; the classes of errors.ts
 */
export const readRanking = async (
  api: Pick<PadelApi, 'players' | 'rankings'>,
  question: RankingQuery,
  options?: RequestOptions,
): Promise<RankingAnswer> => {
  try {
    const response = await api.rankings(
      { type: question.kind, ...queryOf(question), sortBy: 'ranking', orderBy: 'asc' },
      options,
    );
    return { ...response, kinds: ['official', 'race', 'elo'] };
  } catch (error) {
    if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
    return await fromPlayers(api, question, options);
  }
};

const queryOf = ({ category, nationality, page, perPage }: RankingQuery) => ({
  category,
  ...(nationality === null ? {} : { nationality }),
  page,
  perPage,
});

const fromPlayers = async (
  api: Pick<PadelApi, 'players'>,
  question: RankingQuery,
  options: RequestOptions | undefined,
): Promise<RankingAnswer> => {
  const { kind, nationality, page, perPage } = question;
  const query = queryOf(question);
  if (kind === 'race') throw new UserError('no-such-ranking');
  if (kind === 'official') {
    const response = await api.players({ ...query, sortBy: 'ranking', orderBy: 'asc' }, options);
    const hasElo = response.value.items.some(({ elo }) => elo !== undefined);
    return { ...response, kinds: hasElo ? ['official', 'elo'] : ['official'] };
  }
  const { value, readAt } = await byElo(api, query, options);
  const before = (page - 1) * perPage;
  const placeOf = (rating: number): number =>
    before + value.items.findIndex(({ elo }) => elo === rating) + 1;
  const items = value.items.flatMap((player): RankingEntry[] =>
    player.elo === undefined
      ? []
      : [
          {
            ...player,
            // Within one country the overall places are unknown.
            ranking: nationality === null ? placeOf(player.elo) : null,
            points: player.elo,
            withheld: [],
          },
        ],
  );
  if (items.length === 0 && value.items.length > 0) throw new UserError('no-such-ranking');
  return { value: { ...value, items }, readAt, kinds: ['official', 'elo'] };
};

/** @throws UserError `no-such-ranking` where players cannot be sorted by Elo */
const byElo = async (
  api: Pick<PadelApi, 'players'>,
  query: Parameters<PadelApi['players']>[0],
  options: RequestOptions | undefined,
) => {
  try {
    return await api.players({ ...query, sortBy: 'elo', orderBy: 'desc' }, options);
  } catch (error) {
    if (error instanceof RequestRefused) throw new UserError('no-such-ranking');
    throw error;
  }
};

const PER_PAGE = 50;
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
