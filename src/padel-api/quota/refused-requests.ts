import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Clocks } from '../../lib/clocks.ts';
import { MINUTE } from '../../lib/time.ts';
import { COUNTS_FOR_MS } from '../spending.ts';

/** With requests held back, one finds out so long after the last whether the service takes them again. */
export const PROBE_AFTER = 5_000;

/** The same once the day is taken to be spent by another program that uses the token. */
const PROBE_ELSEWHERE_AFTER = 10 * MINUTE;

/** So many probes in a row are refused before that. */
const PROBES = 2;

/** What the service refused (429), and what that means for the next request. */
interface RefusedRequests {
  /**
   * The service refused a request: nothing is sent until the next minute begins.
   * @param asked milliseconds, when the service said how long; `MAX_RETRY_AFTER_MS` or more makes one request
   * at a time probe after that
   */
  readonly refused: (asked?: number) => void;
  /** The service answered a request that was sent at a moment, by the clock that never goes back. */
  readonly answered: (sentAt: number) => void;
  /** A request is sent: the next one probes later. */
  readonly sent: (at: number) => void;
  /** When the next request may be sent, by the clock that never goes back; in the past when now. */
  readonly turn: () => number;
  /** Since when it refuses, by the real clock; null once it has answered. */
  readonly since: () => Instant | null;
  /** Whether one request at a time probes. */
  readonly isProbing: () => boolean;
  /**
   * Whether it has refused for longer than a minute, several times in a row: its quota is spent, though
   * not by us.
   */
  readonly isSpentElsewhere: () => boolean;
}

interface Refusal {
  readonly since: Instant;
  /** By the clock that never goes back: when it began, when it came last, when the next may probe. */
  readonly begunAt: number;
  readonly at: number;
  readonly probeAt: number | null;
  /** How many requests were refused that were sent when the wait before them was over. */
  readonly probes: number;
  readonly isElsewhere: boolean;
}

export const createRefusedRequests = (options: Clocks): RefusedRequests => {
  const { now, monotonic } = options;
  let heldUntil = 0;
  /** The last refusal that no later answer has lifted. */
  let refusal: Refusal | null = null;

  const untilNextMinute = (): number => MINUTE - (now() % MINUTE);

  return {
    refused: (asked = untilNextMinute()) => {
      const at = monotonic();
      const begunAt = refusal?.begunAt ?? at;
      const probes = refusal === null ? 0 : refusal.probes + (at < heldUntil ? 0 : 1);
      const isLasting = probes >= PROBES && at - begunAt > COUNTS_FOR_MS;
      const isElsewhere = isLasting || (refusal?.isElsewhere ?? false);
      const wait = isElsewhere ? PROBE_ELSEWHERE_AFTER : Math.min(asked, MAX_RETRY_AFTER_MS);
      heldUntil = Math.max(heldUntil, at + wait);
      const isProbed = isElsewhere || wait === MAX_RETRY_AFTER_MS;
      refusal = {
        since: refusal?.since ?? now(),
        begunAt,
        at,
        probeAt: isProbed ? heldUntil : null,
        probes,
        isElsewhere,
      };
    },
    answered: (sentAt) => {
      // What was sent before the refusal says nothing of it.
      if (refusal !== null && sentAt >= refusal.at) refusal = null;
    },
    sent: (at) => {
      if (refusal !== null && refusal.probeAt !== null) {
        const after = refusal.isElsewhere ? PROBE_ELSEWHERE_AFTER : PROBE_AFTER;
        refusal = { ...refusal, probeAt: at + after };
      }
    },
    turn: () => Math.max(heldUntil, refusal?.probeAt ?? 0),
    since: () => refusal?.since ?? null,
    isProbing: () => (refusal?.probeAt ?? null) !== null,
    isSpentElsewhere: () => refusal?.isElsewhere ?? false,
  };
};
