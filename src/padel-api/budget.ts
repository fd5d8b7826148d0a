import { LONGEST_WAIT } from '../lib/longest-wait.ts';
import { LANES, type Lane } from './lanes.ts';
import type { Spending } from './spending.ts';
import { createSpentMinute, type Sent } from './spent-minute.ts';

/** The service's limit (specification, "Limits"). */
export const REQUESTS_PER_MINUTE = 60;

const MINUTE = 60_000;

/**
 * With nothing left by the service's count, one request after so long finds out whether its minute
 * has passed: its clock is not ours.
 */
const PROBE_AFTER = 5_000;

/** The requests that one token may make, shared out between the lanes. */
export interface Budget {
  /**
   * Runs `request` when its lane's turn comes.
   * @throws the signal's reason when it aborts before that; later, the request is on its own.
   */
  run: <T>(lane: Lane, request: (sent: Sent) => Promise<T>, signal: AbortSignal) => Promise<T>;
  /**
   * The service's own count of what was left of its minute when it answered this request corrects
   * ours: another process may use the same token. What its first word tells of before us counts for
   * a minute: so many were sent before this process was started anew.
   * @param limit how many it allows in a minute, when it says so
   */
  correct: (remaining: number, sent: Sent, limit?: number) => void;
  /**
   * The service refused (429): every lane waits until the next minute begins. Where it asks for
   * `LONGEST_WAIT` or more, one request at a time probes after that.
   * @param wait milliseconds, when the service said how long
   */
  exhausted: (wait?: number) => void;
  /** The service answered this request, and did not refuse it. */
  answered: (sent: Sent) => void;
  /** Since when the service has refused (429); null once it has answered a later request. */
  heldOffSince: () => number | null;
  /** How many requests wait for their turn. */
  waiting: () => number;
  /** Milliseconds until the next request of a lane can be sent; 0 when it could be now. */
  turnIn: (lane: Lane) => number;
  /** How many requests of a lane could be sent at this moment. */
  free: (lane: Lane) => number;
  /** Nothing is sent any more: what waits is given up. */
  stop: () => void;
}

export interface BudgetOptions {
  readonly perMinute?: number | undefined;
  /** Real clock, milliseconds: the minutes of the service begin with its. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds; what was sent is logged on it. */
  readonly monotonic?: (() => number) | undefined;
  /** Without it nothing is known of what other processes sent, and the next one knows nothing of ours. */
  readonly spending?: Spending | undefined;
}

/** A request that waits for its turn. */
interface Waiting {
  readonly go: (sent: Sent) => void;
  readonly giveUp: (reason: unknown) => void;
}

/** The service has refused requests (429). */
interface Refusal {
  /** Since when, by the real clock. */
  readonly since: number;
  /** When it did so last, by the clock that never goes back. */
  readonly at: number;
  /** When the next request may probe; null where the service said when it takes requests again. */
  readonly probeAt: number | null;
}

/**
 * A log of what was sent decides what may be sent: no window of a minute ever holds more than its
 * limits. The shares count when a request is sent, not when it is queued; with queues behind one
 * another a burst of one lane would keep another one waiting for a whole minute.
 */
export const createBudget = (options: BudgetOptions): Budget => {
  const { perMinute = REQUESTS_PER_MINUTE, now, monotonic = () => performance.now() } = options;
  const { spending } = options;
  const minute = createSpentMinute(perMinute, monotonic, spending?.before);
  const queues: Readonly<Record<Lane, Set<Waiting>>> = {
    person: new Set(),
    live: new Set(),
    background: new Set(),
    refresh: new Set(),
    names: new Set(),
  };
  let heldUntil = 0;
  /** The last refusal that no later answer has lifted. */
  let refusal: Refusal | null = null;
  let correctedBy = -Infinity;
  /** What the service has left for us, and until when that is believed. */
  let left = { requests: Infinity, until: Infinity };
  let hasStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const untilNextMinute = (): number => MINUTE - (now() % MINUTE);

  /** When a lane may send next: now, or a time to come. */
  const turnOf = (lane: Lane): number => {
    const usedUp = left.requests <= 0 ? left.until : 0;
    return Math.max(heldUntil, refusal?.probeAt ?? 0, usedUp, minute.turnOf(lane));
  };

  const sendNext = (lane: Lane): void => {
    const [next] = queues[lane];
    if (next === undefined) return;
    queues[lane].delete(next);
    const sent = minute.spend(lane);
    left = { ...left, requests: left.requests - 1 };
    if (refusal !== null && refusal.probeAt !== null) {
      refusal = { ...refusal, probeAt: sent.at + PROBE_AFTER };
    }
    next.go(sent);
  };

  /** What no longer counts. */
  const forget = (): void => {
    const at = monotonic();
    minute.forget();
    if (at < left.until) return;
    left =
      left.requests > 0
        ? { requests: Infinity, until: Infinity }
        : { requests: 1, until: at + PROBE_AFTER };
  };

  const pump = (): void => {
    clearTimeout(timer);
    for (;;) {
      forget();
      const asking = LANES.filter((lane) => queues[lane].size > 0);
      const turns = asking.map((lane) => ({ lane, at: turnOf(lane) }));
      const ready = turns.find(({ at }) => at <= monotonic());
      if (ready === undefined) {
        const next = Math.min(...turns.map(({ at }) => at));
        if (Number.isFinite(next)) timer = setTimeout(pump, Math.max(0, next - monotonic()));
        return;
      }
      sendNext(ready.lane);
    }
  };

  /** The count is remembered before the request is sent: a process that is killed then has counted it. */
  const sendNoted = async <T>(sent: Sent, request: (sent: Sent) => Promise<T>): Promise<T> => {
    if (spending !== undefined) await spending.note(sent.lane);
    return await request(sent);
  };

  return {
    run: (lane, request, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (hasStopped) throw new Error('the budget has stopped');
        const settle = (): void => {
          queues[lane].delete(waiting);
          signal.removeEventListener('abort', onAbort);
        };
        const waiting: Waiting = {
          go: (sent) => {
            settle();
            sendNoted(sent, request).then(resolve, reject);
          },
          giveUp: (reason) => {
            settle();
            reject(reason instanceof Error ? reason : new Error('given up'));
          },
        };
        const onAbort = (): void => {
          waiting.giveUp(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queues[lane].add(waiting);
        pump();
      }),
    correct: (remaining, sent, limit = remaining) => {
      // An answer that was overtaken knows less than the one that came before it.
      if (sent.at < correctedBy) return;
      // Where it allows more than we take, what others took of that is nothing of ours.
      if (correctedBy === -Infinity)
        minute.countBefore(Math.min(limit, perMinute) - remaining, sent);
      correctedBy = sent.at;
      left = { requests: remaining - minute.sentAfter(sent.at), until: monotonic() + PROBE_AFTER };
      pump();
    },
    exhausted: (asked = untilNextMinute()) => {
      const at = monotonic();
      const wait = Math.min(asked, LONGEST_WAIT);
      heldUntil = Math.max(heldUntil, at + wait);
      const probeAt = wait === LONGEST_WAIT ? heldUntil : null;
      refusal = { since: refusal?.since ?? now(), at, probeAt };
      pump();
    },
    answered: (sent) => {
      // What was sent before the refusal says nothing of it.
      if (refusal === null || sent.at < refusal.at) return;
      refusal = null;
      pump();
    },
    heldOffSince: () => refusal?.since ?? null,
    turnIn: (lane) => {
      forget();
      return Math.max(0, turnOf(lane) - monotonic());
    },
    free: (lane) => {
      forget();
      if (monotonic() < heldUntil || (refusal?.probeAt ?? null) !== null) return 0;
      return Math.max(0, Math.min(left.requests, minute.roomFor(lane)));
    },
    waiting: () => LANES.reduce((sum, lane) => sum + queues[lane].size, 0),
    stop: () => {
      hasStopped = true;
      clearTimeout(timer);
      for (const lane of LANES) {
        for (const each of queues[lane]) each.giveUp(new Error('the budget has stopped'));
      }
    },
  };
};
