import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Clocks } from '../../lib/clocks.ts';
import { MINUTE } from '../../lib/time.ts';
import { COUNTS_FOR_MS } from './request-counts.ts';

/** While requests are held back, a probe follows this long after the last request. */
export const PROBE_DELAY_MS = 5_000;

/** The same once another program is taken to have spent the day. */
const SPENT_PROBE_DELAY_MS = 10 * MINUTE;

/** After this many refused probes in a row. */
const MAX_REFUSED_PROBES = 2;

interface Refusal {
  readonly since: Instant;
  /** Monotonic: the first 429, the last one, the next probe. */
  readonly begunAt: number;
  readonly at: number;
  readonly probeAt: number | null;
  readonly probes: number;
  readonly isElsewhere: boolean;
}

export const createRefusedRequests = (options: Clocks) => {
  const { now, monotonic } = options;
  let heldUntil = 0;
  let refusal: Refusal | null = null;

  const untilNextMinute = (): number => MINUTE - (now() % MINUTE);

  return {
    /**
     * Handles a 429: nothing is sent until the next minute starts.
     * @param retryAfterMs milliseconds, when the service said how long; after `MAX_RETRY_AFTER_MS` or more
     * single probes follow
     */
    refused: (retryAfterMs: number = untilNextMinute()): void => {
      const at = monotonic();
      const begunAt = refusal?.begunAt ?? at;
      const probes = refusal === null ? 0 : refusal.probes + (at < heldUntil ? 0 : 1);
      const isElsewhere = probes >= MAX_REFUSED_PROBES && at - begunAt > COUNTS_FOR_MS;
      const wait = isElsewhere ? SPENT_PROBE_DELAY_MS : Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
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
    /** The service answered a request that was sent at a monotonic time. */
    answered: (sentAt: number): void => {
      // A request from before the 429 proves nothing.
      if (refusal !== null && sentAt >= refusal.at) refusal = null;
    },
    sent: (at: number): void => {
      if (refusal !== null && refusal.probeAt !== null) {
        const after = refusal.isElsewhere ? SPENT_PROBE_DELAY_MS : PROBE_DELAY_MS;
        refusal = { ...refusal, probeAt: at + after };
      }
    },
    /** When the next request may be sent, monotonic; in the past for now. */
    turn: (): number => Math.max(heldUntil, refusal?.probeAt ?? 0),
    /** Since when the service refuses, wall clock; null once it has answered. */
    since: (): Instant | null => refusal?.since ?? null,
    isProbing: (): boolean => (refusal?.probeAt ?? null) !== null,
    /**
     * Whether the service has refused for over a minute, several times in a row: another program has
     * spent the quota.
     */
    isSpentElsewhere: (): boolean => refusal?.isElsewhere ?? false,
  };
};
