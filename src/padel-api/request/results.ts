import { LRUCache } from 'lru-cache';
import { phaseOf, playersOf, type Match } from '../../domain/match/match.ts';
import type { Clocks } from '../../lib/clocks.ts';
import { MINUTE, DAY, utcDate } from '../../lib/time.ts';

/** The results that a response depends on. */
export interface ResultTotals {
  readonly resultsOf: readonly number[];
  /** The service shows matches at once, and figures computed from them some minutes later. */
  readonly as: 'matches' | 'figures';
}

/** How long the service takes to include a result. */
const COUNT_DELAY_MS = { matches: 0, figures: 10 * MINUTE } as const;

/** Older results are in the service's figures already and invalidate nothing. */
const RECENT_MS = 3 * DAY;
const MAX_MATCHES = 5_000;

/**
 * When a new result of a player was last seen. What is computed from results (meetings, ratings,
 * careers) changes hardly otherwise.
 */
export const createResults = ({ now, monotonic }: Clocks) => {
  const known = new LRUCache<number, string>({ max: MAX_MATCHES });
  const newest = new Map<number, number>();

  const isRecent = ({ playedOn }: Match): boolean =>
    playedOn !== null && playedOn >= utcDate(now() - RECENT_MS);

  return {
    /** Records a match that was read. */
    recordMatch: (match: Match): void => {
      if (phaseOf(match.status) !== 'over' || !isRecent(match)) return;
      const result = JSON.stringify([match.status, match.score, match.winner]);
      if (known.get(match.id) === result) return;
      known.set(match.id, result);
      for (const { id } of playersOf(match)) newest.set(id, monotonic());
    },
    /**
     * From when on responses include all results of these players, monotonic: the last new result, or
     * some minutes later where the service computes figures. Minus infinity without one.
     */
    wholeSince: ({ resultsOf, as }: ResultTotals): number => {
      const counted = resultsOf.map((id) => (newest.get(id) ?? -Infinity) + COUNT_DELAY_MS[as]);
      return Math.max(-Infinity, ...counted.filter((at) => at <= monotonic()));
    },
  };
};

export type Results = ReturnType<typeof createResults>;
