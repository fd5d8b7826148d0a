import type { PairIds } from '../../domain/people/pairs.ts';
import type { RequestOptions } from '../request/cache.ts';
import type { Resources } from '../request/resources.ts';
import { ifFound } from '../errors.ts';
import { CACHE_POLICIES } from '../request/cache-policies.ts';
import type { MergedIds } from '../request/merged-ids.ts';
import type { ResultTotals } from '../request/results.ts';
import {
  queryOf,
  type CareerQuery,
  type Paging,
  type PlayerRankingsQuery,
  type PlayersQuery,
  type RankingsQuery,
  type ResultsQuery,
} from '../queries.ts';
import { matchWire } from '../wire/match.ts';
import { pairWire, playerWire, rankingEntryWire } from '../wire/people.ts';
import { careerWire } from '../wire/statistics.ts';

/** Endpoints about players and pairs. All of them throw the classes of ../errors.ts. */
export const createPeopleEndpoints = (
  { reader, pages }: Resources,
  { canonical }: Pick<MergedIds, 'canonical'>,
) => {
  const player = reader('player', CACHE_POLICIES.player, playerWire);
  const players = pages('players', CACHE_POLICIES.people, playerWire, (one) => {
    player.put({ path: `/players/${one.id}` }, one);
  });
  const rankings = pages('rankings', CACHE_POLICIES.people, rankingEntryWire);
  const playerStats = reader('player-stats', CACHE_POLICIES.careers, careerWire);
  const playerMatches = pages('player-matches', CACHE_POLICIES.matches, matchWire);
  const playerPairs = pages('player-pairs', CACHE_POLICIES.people, pairWire);
  const playerRankings = pages('player-rankings', CACHE_POLICIES.people, rankingEntryWire);
  const pair = reader('pair', CACHE_POLICIES.people, pairWire);
  const pairMatches = pages('pair-matches', CACHE_POLICIES.matches, matchWire);
  const pairStats = reader('pair-stats', CACHE_POLICIES.careers, careerWire);

  const countsOf = (ids: readonly number[], as: ResultTotals['as']): ResultTotals => ({
    resultsOf: ids.map((id) => canonical('player', id)),
    as,
  });

  const inEitherOrder = async <T>(
    [first, second]: PairIds,
    read: (path: string) => Promise<T>,
  ): Promise<T> => {
    const ids = [first, second].map((id) => canonical('player', id)).sort((a, b) => a - b);
    const found = await ifFound(read(`/pairs/${ids.join('-')}`));
    return found ?? (await read(`/pairs/${ids.toReversed().join('-')}`));
  };

  const pathOf = (id: number): string => `/players/${canonical('player', id)}`;

  return {
    /** `GET /rankings`, with the movement since the previous one. Beyond the specification: may be NotFound. */
    rankings: (query: RankingsQuery, options?: RequestOptions) =>
      rankings.read({ path: `/rankings${queryOf(query)}` }, options),
    /** `GET /players`, by id unless sorted. Every plan; small ones mask values. */
    players: (query: PlayersQuery, options?: RequestOptions) =>
      players.read({ path: `/players${queryOf(query)}` }, options),
    /** `GET /players/{player}`; a merged player returns their successor. */
    player: (id: number, options?: RequestOptions) => player.read({ path: pathOf(id) }, options),
    /** `GET /players/{player}/stats`; percentages are 0 to 100. Every plan; small ones mask values. */
    playerStats: (id: number, query: CareerQuery = {}, options?: RequestOptions) => {
      const path = `${pathOf(id)}/stats${queryOf(query)}`;
      return playerStats.read({ path, counts: countsOf([id], 'figures') }, options);
    },
    /**
     * `GET /players/{player}/matches`, with any partner. Beyond the specification, as the two below:
     * NotFound for an unknown player, and where the service lacks the endpoint.
     */
    playerMatches: (id: number, query: ResultsQuery = {}, options?: RequestOptions) => {
      const path = `${pathOf(id)}/matches${queryOf(query)}`;
      return playerMatches.read({ path, counts: countsOf([id], 'matches') }, options);
    },
    /** `GET /players/{player}/pairs`: with the current and former partners. */
    playerPairs: (id: number, paging: Paging = {}, options?: RequestOptions) =>
      playerPairs.read({ path: `${pathOf(id)}/pairs${queryOf(paging)}` }, options),
    /** `GET /players/{player}/rankings`: their places over time. NotInPlan on a small plan. */
    playerRankings: (id: number, query: PlayerRankingsQuery = {}, options?: RequestOptions) =>
      playerRankings.read({ path: `${pathOf(id)}/rankings${queryOf(query)}` }, options),
    /** `GET /pairs/{player1}-{player2}`, in either order. NotFound when the two never played together. */
    pair: (ids: PairIds, options?: RequestOptions) =>
      inEitherOrder(ids, (path) => pair.read({ path }, options)),
    /** `GET /pairs/{player1}-{player2}/matches`, in either order. Every plan. */
    pairMatches: (ids: PairIds, query: ResultsQuery = {}, options?: RequestOptions) =>
      inEitherOrder(ids, (path) =>
        pairMatches.read(
          { path: `${path}/matches${queryOf(query)}`, counts: countsOf(ids, 'matches') },
          options,
        ),
      ),
    /** `GET /pairs/{player1}-{player2}/stats`, in either order. NotInPlan on a small plan. */
    pairStats: (ids: PairIds, query: CareerQuery = {}, options?: RequestOptions) =>
      inEitherOrder(ids, (path) =>
        pairStats.read(
          { path: `${path}/stats${queryOf(query)}`, counts: countsOf(ids, 'figures') },
          options,
        ),
      ),
  };
};

export type PeopleEndpoints = ReturnType<typeof createPeopleEndpoints>;
