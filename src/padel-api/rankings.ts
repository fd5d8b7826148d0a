import type { RankingEntry, RankingKind } from '../domain/people/people.ts';
import type { Category } from '../domain/terms.ts';
import { UserError } from '../errors.ts';
import type { CachedResponse } from './request/cache.ts';
import type { RequestOptions } from './request/request-layer.ts';
import type { PadelApi } from './client.ts';
import { NotFound, NotInPlan, RequestRefused } from './errors.ts';
import type { Page } from './wire/envelope.ts';

interface RankingQuery {
  readonly kind: RankingKind;
  readonly category: Category;
  /** ISO 3166 alpha-2; null for all countries. */
  readonly nationality: string | null;
  readonly page: number;
  readonly perPage: number;
}

interface RankingAnswer extends CachedResponse<Page<RankingEntry>> {
  /** The rankings that the service offers, as far as this response shows. */
  readonly kinds: readonly RankingKind[];
}

/** The longest page of the list of players (specification, "Pagination"). */
const MAX_PLAYERS = 50;

/**
 * A page of a ranking. Where the service or the plan has no endpoint for rankings, the official one and
 * that of Elo are read from the list of players: without movement, with at most fifty on a page.
 * @throws UserError `no-such-ranking` where the service has none of this kind; the classes of errors.ts
 */
export const readRanking = async (
  api: Pick<PadelApi, 'players' | 'rankings'>,
  question: RankingQuery,
  options?: RequestOptions,
): Promise<RankingAnswer> => {
  const { kind, category, nationality, page, perPage } = question;
  const query = {
    category,
    ...(nationality === null ? {} : { nationality }),
    page,
    perPage,
  };
  try {
    const response = await api.rankings(
      { type: kind, ...query, sortBy: 'ranking', orderBy: 'asc' },
      options,
    );
    return { ...response, kinds: ['official', 'race', 'elo'] };
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof NotInPlan)) throw error;
    return await fromPlayers(api, question, options);
  }
};

const fromPlayers = async (
  api: Pick<PadelApi, 'players'>,
  { kind, category, nationality, page, perPage }: RankingQuery,
  options: RequestOptions | undefined,
): Promise<RankingAnswer> => {
  const query = {
    category,
    ...(nationality === null ? {} : { nationality }),
    page,
    perPage: Math.min(perPage, MAX_PLAYERS),
  };
  if (kind === 'race') throw new UserError('no-such-ranking');
  if (kind === 'official') {
    const response = await api.players({ ...query, sortBy: 'ranking', orderBy: 'asc' }, options);
    const hasElo = response.value.items.some(({ elo }) => elo !== undefined);
    return { ...response, kinds: hasElo ? ['official', 'elo'] : ['official'] };
  }
  const { value, readAt } = await byElo(api, query, options);
  const before = (page - 1) * query.perPage;
  const items = value.items.flatMap((player, index): RankingEntry[] =>
    player.elo === undefined
      ? []
      : [
          {
            ...player,
            // Within one country the overall places are unknown.
            ranking: nationality === null ? before + index + 1 : null,
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

interface RankedName {
  readonly id: number;
  readonly name: string;
  readonly place: number;
  readonly points: number | null;
}

const PLACES = 100;

/**
 * The first hundred places of the official ranking: one request where the service has an endpoint for
 * rankings, else two. Read in the background.
 */
export const topRanked = async (
  api: Pick<PadelApi, 'players' | 'rankings'>,
  category: Category,
): Promise<readonly RankedName[]> => {
  const places: RankedName[] = [];
  const question = { kind: 'official', category, nationality: null, perPage: PLACES } as const;
  for (let page = 1; page <= PLACES && places.length < PLACES; page += 1) {
    const { value } = await readRanking(api, { ...question, page }, { priority: 'background' });
    for (const { id, name, ranking, points } of value.items) {
      if (ranking !== null) places.push({ id, name, place: ranking, points });
    }
    if (page >= value.lastPage || value.items.length === 0) break;
  }
  return places.slice(0, PLACES);
};
