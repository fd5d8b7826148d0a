import type { Match } from '../../domain/match/match.ts';
import type { Pair, PairIds } from '../../domain/people/pairs.ts';
import type { Player } from '../../domain/people/people.ts';
import type { RankingEntry } from '../../domain/people/rankings.ts';
import type { Career } from '../../domain/people/statistics.ts';
import type { Answer } from '../request/cache.ts';
import type { Ask, Calls } from '../request/request-layer.ts';
import { NotFound } from '../errors.ts';
import { FRESHNESS } from '../request/cache-policies.ts';
import type { Merges } from '../request/merged-ids.ts';
import type { Counts } from '../request/results.ts';
import {
  queryOf,
  type CareerQuery,
  type PairMatchesQuery,
  type PlayersQuery,
  type RankingsQuery,
} from '../queries.ts';
import type { Page } from '../wire/envelope.ts';
import { matchWire } from '../wire/match.ts';
import { pairWire } from '../wire/people.ts';
import { playerWire } from '../wire/people.ts';
import { rankingEntryWire } from '../wire/people.ts';
import { careerWire } from '../wire/statistics.ts';

/** Endpoints about players and pairs. All of them throw the classes of errors.ts. */
export interface PeopleEndpoints {
  /** `GET /players`, by id unless sorted. Every plan; small ones mask values. */
  readonly players: (query: PlayersQuery, ask?: Ask) => Promise<Answer<Page<Player>>>;
  /**
   * `GET /rankings`: the latest of one kind, with the movement since the previous one. Beyond the
   * specification: throws NotFound where the service has no such endpoint, and caches that.
   */
  readonly rankings: (query: RankingsQuery, ask?: Ask) => Promise<Answer<Page<RankingEntry>>>;
  /** `GET /players/{player}`; a merged player returns their successor. */
  readonly player: (id: number, ask?: Ask) => Promise<Answer<Player>>;
  /**
   * `GET /players/{player}/stats`, over the requested period or round; percentages are 0 to 100. Every
   * plan; small ones mask values. NotFound for an unknown player.
   */
  readonly playerStats: (id: number, query?: CareerQuery, ask?: Ask) => Promise<Answer<Career>>;
  /**
   * `GET /pairs/{player1}-{player2}`, in either order: tries the other order after a 404 (padel-facts).
   * NotFound when the two never played together.
   */
  readonly pair: (ids: PairIds, ask?: Ask) => Promise<Answer<Pair>>;
  /** `GET /pairs/{player1}-{player2}/matches`, in either order. Every plan. */
  readonly pairMatches: (
    ids: PairIds,
    query?: PairMatchesQuery,
    ask?: Ask,
  ) => Promise<Answer<Page<Match>>>;
  /**
   * `GET /pairs/{player1}-{player2}/stats`, in either order; percentages are 0 to 100. Restricted:
   * throws NotInPlan on a small plan.
   */
  readonly pairStats: (ids: PairIds, query?: CareerQuery, ask?: Ask) => Promise<Answer<Career>>;
}

export const createPeopleEndpoints = (
  { reader, pages }: Calls,
  { canonical }: Pick<Merges, 'canonical'>,
): PeopleEndpoints => {
  const player = reader({ ...FRESHNESS.player, feature: 'player', wire: playerWire });
  const players = pages({
    ...FRESHNESS.people,
    feature: 'players',
    item: playerWire,
    each: (one) => {
      player.put({ path: `/players/${one.id}` }, one);
    },
  });
  const rankings = pages({ ...FRESHNESS.people, feature: 'rankings', item: rankingEntryWire });
  const playerStats = reader({
    ...FRESHNESS.careers,
    feature: 'player-stats',
    wire: careerWire,
  });
  const pair = reader({ ...FRESHNESS.people, feature: 'pair', wire: pairWire });
  const pairMatches = pages({ ...FRESHNESS.matches, feature: 'pair-matches', item: matchWire });
  const pairStats = reader({ ...FRESHNESS.careers, feature: 'pair-stats', wire: careerWire });

  const countsOf = (ids: readonly number[], as: Counts['as']): Counts => ({
    resultsOf: ids.map((id) => canonical('player', id)),
    as,
  });

  const inEitherOrder = async <T>(
    [first, second]: PairIds,
    read: (path: string) => Promise<T>,
  ): Promise<T> => {
    const [one, two] = [canonical('player', first), canonical('player', second)];
    try {
      return await read(`/pairs/${Math.min(one, two)}-${Math.max(one, two)}`);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      return await read(`/pairs/${Math.max(one, two)}-${Math.min(one, two)}`);
    }
  };

  return {
    rankings: (query, ask) => rankings.read({ path: `/rankings${queryOf(query)}` }, ask),
    players: (query, ask) => players.read({ path: `/players${queryOf(query)}` }, ask),
    player: (id, ask) => player.read({ path: `/players/${canonical('player', id)}` }, ask),
    playerStats: (id, query = {}, ask) => {
      const player = canonical('player', id);
      const path = `/players/${player}/stats${queryOf(query)}`;
      return playerStats.read({ path, counts: countsOf([id], 'figures') }, ask);
    },
    pair: (ids, ask) => inEitherOrder(ids, (path) => pair.read({ path }, ask)),
    pairMatches: (ids, query = {}, ask) =>
      inEitherOrder(ids, (path) =>
        pairMatches.read(
          { path: `${path}/matches${queryOf(query)}`, counts: countsOf(ids, 'matches') },
          ask,
        ),
      ),
    pairStats: (ids, query = {}, ask) =>
      inEitherOrder(ids, (path) =>
        pairStats.read(
          { path: `${path}/stats${queryOf(query)}`, counts: countsOf(ids, 'figures') },
          ask,
        ),
      ),
  };
};
