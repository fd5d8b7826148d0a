import { LRUCache } from 'lru-cache';
import { phaseOf, playersOf, type Match } from '../domain/match.ts';
import type { Clocks } from '../lib/clocks.ts';
import { MINUTE, DAY } from '../lib/time.ts';

/**
 * When a result of a player was last seen that was not known before. What is counted from results
 * (meetings, ratings, careers) changes with them, and hardly otherwise.
 */
export interface Results {
  /** A match was read. */
  readonly saw: (match: Match) => void;
  /**
   * Since when an answer has all the results of these players, on the clock that never goes back: their
   * last new one, or some minutes later where the service counts it first. Minus infinity when there
   * was none.
   */
  readonly wholeSince: (counts: Counts) => number;
}

/** What an answer is made of. */
export interface Counts {
  readonly resultsOf: readonly number[];
  /** The matches themselves are there at once; figures that are counted from them, some minutes later. */
  readonly as: 'matches' | 'figures';
}

/** The service has counted a result within this time. */
const COUNTED_WITHIN = { matches: 0, figures: 10 * MINUTE } as const;

/** Results older than that are known to the service's counts, and are no news when we read them. */
const RECENT = 3 * DAY;
const MOST_MATCHES = 5_000;

export const createResults = ({ now, monotonic }: Clocks): Results => {
  const known = new LRUCache<number, string>({ max: MOST_MATCHES });
  const newest = new Map<number, number>();

  const isRecent = ({ playedOn }: Match): boolean =>
    playedOn !== null && playedOn >= new Date(now() - RECENT).toISOString().slice(0, 10);

  return {
    saw: (match) => {
      if (phaseOf(match.status) !== 'over' || !isRecent(match)) return;
      const result = JSON.stringify([match.status, match.score, match.winner]);
      if (known.get(match.id) === result) return;
      known.set(match.id, result);
      for (const { id } of playersOf(match)) newest.set(id, monotonic());
    },
    wholeSince: ({ resultsOf, as }) => {
      const counted = resultsOf.map((id) => (newest.get(id) ?? -Infinity) + COUNTED_WITHIN[as]);
      return Math.max(-Infinity, ...counted.filter((at) => at <= monotonic()));
    },
  };
};
