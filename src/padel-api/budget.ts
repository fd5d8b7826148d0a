import type { Quota, SpentQuota } from '../domain/quota.ts';
import type { Instant } from '../domain/terms.ts';
import { MINUTE } from '../lib/time.ts';
import { QuotaSpent } from './errors.ts';
import { LANES, type Lane } from './lanes.ts';
import type { CalendarEntry } from './quota/calendar.ts';
import { createDayQuota, horizonOf } from './quota/day-quota.ts';
import { createRefusedRequests, PROBE_AFTER } from './quota/refused-requests.ts';
import type { Settle } from './quota/request-counts.ts';
import type { Spending } from './spending.ts';
import { createSpentMinute, type Sent } from './spent-minute.ts';

/** The service's limit (specification, "Limits"). */
const REQUESTS_PER_MINUTE = 60;

/** The requests that one token may make in a minute, a day and a month, shared out between the lanes. */
export interface Budget {
  /**
   * Runs `request` when its lane's turn comes.
   * @throws QuotaSpent when the day has nothing left for the lane, at once or while it waits;
   * the signal's reason when it aborts before its turn; later, the request is on its own.
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
   * `MAX_RETRY_AFTER_MS` or more, one request at a time probes after that. Refused again and again, the day is
   * taken to be spent by another program: requests are refused, but for a probe each ten minutes.
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
  /** Why a lane's requests are refused for longer than a minute; null while they are not. */
  spent: (lane: Lane) => SpentQuota | null;
  /** What is left of each horizon. */
  quota: () => Quota;
  /** Nothing is sent any more: what waits is given up. */
  stop: () => void;
}

export interface BudgetOptions {
  readonly perMinute?: number | undefined;
  /** Requests that the plan allows in a day and in a month; without a number there is no limit. */
  readonly perDay?: number | undefined;
  readonly perMonth?: number | undefined;
  /** The tournaments that are known: what today may spend is planned by them. */
  readonly calendar?: (() => readonly CalendarEntry[]) | undefined;
  /** The service's clock, milliseconds: days and months are UTC of it. */
  readonly serviceNow?: (() => Instant) | undefined;
  /** Real clock, milliseconds: the minutes of the service begin with its. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds; what was sent is logged on it. */
  readonly monotonic?: (() => number) | undefined;
  /** Without it nothing is known of what other processes sent, and the next one knows nothing of ours. */
  readonly spending?: Spending | undefined;
}

/** A request that waits for its turn. */
interface Waiting {
  readonly go: (sent: Sent, counted: Counted) => void;
  readonly giveUp: (reason: unknown) => void;
}

/** A request that was counted in its day, and is to be remembered so. */
interface Counted {
  readonly day: string;
  readonly settle: Settle;
}

/**
 * A log of what was sent decides what may be sent: no window of a minute ever holds more than its
 * limits. The shares count when a request is sent, not when it is queued; with queues behind one
 * another a burst of one lane would keep another one waiting for a whole minute.
 */
export const createBudget = (options: BudgetOptions): Budget => {
  const { perMinute = REQUESTS_PER_MINUTE, now, monotonic = () => performance.now() } = options;
  const { spending, serviceNow = now } = options;
  const minute = createSpentMinute(perMinute, monotonic, spending?.before);
  const queues: Readonly<Record<Lane, Set<Waiting>>> = {
    person: new Set(),
    live: new Set(),
    background: new Set(),
    refresh: new Set(),
    names: new Set(),
  };
  const days = createDayQuota({ ...options, now: serviceNow, before: spending?.days });
  const refused = createRefusedRequests({ now, monotonic });
  let correctedBy = -Infinity;
  /** What the service has left for us, and until when that is believed. */
  let left = { requests: Infinity, until: Infinity };
  let hasStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const spent = (lane: Lane): SpentQuota | null => {
    const probeIn = refused.turn() - monotonic();
    if (refused.isSpentElsewhere() && probeIn > 0) {
      return { by: 'elsewhere', until: serviceNow() + probeIn };
    }
    return days.left(lane) > 0 ? null : days.spent();
  };

  /** When a lane may send next: now, or a time to come. */
  const turnOf = (lane: Lane): number => {
    const usedUp = left.requests <= 0 ? left.until : 0;
    return Math.max(refused.turn(), usedUp, minute.turnOf(lane));
  };

  const sendNext = (lane: Lane): void => {
    const [next] = queues[lane];
    if (next === undefined) return;
    queues[lane].delete(next);
    const sent = minute.spend(lane);
    left = { ...left, requests: left.requests - 1 };
    refused.sent(sent.at);
    next.go(sent, days.add(lane));
  };

  /** What waits for something that does not come today is told so. */
  const refuseSpent = (): void => {
    for (const lane of LANES) {
      if (queues[lane].size === 0) continue;
      const why = spent(lane);
      if (why === null) continue;
      for (const each of queues[lane]) each.giveUp(new QuotaSpent(why.until));
    }
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
      refuseSpent();
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
  const sendNoted = async <T>(
    sent: Sent,
    { day, settle }: Counted,
    request: (sent: Sent) => Promise<T>,
  ): Promise<T> => {
    settle(spending === undefined ? null : await spending.note(sent.lane, day));
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
          go: (sent, counted) => {
            settle();
            sendNoted(sent, counted, request).then(resolve, reject);
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
    exhausted: (wait) => {
      refused.refused(wait);
      pump();
    },
    answered: (sent) => {
      refused.answered(sent.at);
      pump();
    },
    heldOffSince: refused.since,
    turnIn: (lane) => {
      forget();
      return Math.max(0, turnOf(lane) - monotonic());
    },
    free: (lane) => {
      forget();
      if (monotonic() < refused.turn() || refused.isProbing()) return 0;
      return Math.max(0, Math.min(left.requests, minute.roomFor(lane), days.left(lane)));
    },
    spent,
    quota: () => {
      forget();
      const at = serviceNow();
      const minuteEnds = at - (at % MINUTE) + MINUTE;
      return {
        minute: horizonOf(perMinute, minute.sentAfter(-Infinity), minuteEnds),
        day: days.day(),
        month: days.month(),
        spent: spent('person'),
      };
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
