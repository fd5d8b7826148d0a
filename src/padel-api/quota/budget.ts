import {
  type Quota,
  REQUEST_PRIORITIES,
  type RequestPriority,
  type SpentQuota,
} from '../../domain/quota.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import { QuotaSpent } from '../errors.ts';
import { createDayQuota, horizonOf, refusedBy, type DayQuotaOptions } from './day-quota.ts';
import { createRefusedRequests, PROBE_DELAY_MS } from './refused-requests.ts';
import type { Spending } from './request-counts.ts';
import { createSlidingWindowLog, type SentRequest } from './sliding-window-log.ts';

export interface BudgetOptions extends DayQuotaOptions {
  /** Shares the counts with other processes, also with the next one. */
  readonly spending?: Spending | undefined;
  /** Requests that the plan allows in a minute. */
  readonly perMinute?: number | undefined;
  /** The service's clock, milliseconds: days and months are UTC of it. */
  readonly serviceNow?: (() => Instant) | undefined;
  /** Wall clock, milliseconds: the service's minutes follow it. */
  readonly now: () => number;
  /** Monotonic milliseconds, for the log of sent requests. */
  readonly monotonic?: (() => number) | undefined;
}

interface Waiting {
  readonly go: (sent: SentRequest, counted: Promise<void> | undefined) => void;
  readonly giveUp: (reason: unknown) => void;
}

/**
 * The rate limiter of a token: its requests in a minute, a day and a month, shared between the
 * priorities. A sliding window log: no window of a minute exceeds its limits. Shares apply when a request is sent,
 * not when it is queued; queues one after another would let a burst of one priority block another for a
 * minute.
 */
export const createBudget = (options: BudgetOptions) => {
  const { perMinute = Infinity, now, monotonic = () => performance.now() } = options;
  const { spending, serviceNow = now } = options;
  const minute = createSlidingWindowLog(perMinute, monotonic, spending?.before);
  const queues: Readonly<Record<RequestPriority, Set<Waiting>>> = {
    person: new Set(),
    result: new Set(),
    live: new Set(),
    background: new Set(),
    refresh: new Set(),
    names: new Set(),
  };
  const days = createDayQuota({ ...options, now: serviceNow });
  const refused = createRefusedRequests({ now, monotonic });
  let correctedBy = -Infinity;
  /** The service's last count of requests left, and until when it is valid. */
  let serviceCount = { requests: Infinity, until: Infinity };
  let hasStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const spent = (priority: RequestPriority): SpentQuota | null => {
    const probeIn = refused.turn() - monotonic();
    if (refused.isSpentElsewhere() && probeIn > 0) {
      return { priority, by: 'elsewhere', until: serviceNow() + probeIn };
    }
    return days.spent(priority);
  };

  /** When a priority may send next: now, or a time to come. */
  const turnOf = (priority: RequestPriority): number => {
    const usedUp = serviceCount.requests <= 0 ? serviceCount.until : 0;
    return Math.max(refused.turn(), usedUp, minute.nextAt(priority));
  };

  const sendNext = (priority: RequestPriority): void => {
    const [next] = queues[priority];
    if (next === undefined) return;
    const sent = minute.spend(priority);
    serviceCount = { ...serviceCount, requests: serviceCount.requests - 1 };
    refused.sent(sent.at);
    next.go(sent, days.count(priority));
  };

  /** Rejects queued requests that cannot be sent today. */
  const rejectUnsendable = (): void => {
    for (const priority of REQUEST_PRIORITIES) {
      if (queues[priority].size === 0) continue;
      const why = spent(priority);
      if (why === null) continue;
      for (const each of queues[priority]) each.giveUp(new QuotaSpent(why.until));
    }
  };

  /** Drops what no longer counts. */
  const forget = (): void => {
    const at = monotonic();
    minute.forget();
    if (at < serviceCount.until) return;
    serviceCount =
      serviceCount.requests > 0
        ? { requests: Infinity, until: Infinity }
        : { requests: 1, until: at + PROBE_DELAY_MS };
  };

  const pump = (): void => {
    clearTimeout(timer);
    for (;;) {
      forget();
      rejectUnsendable();
      const asking = REQUEST_PRIORITIES.filter((priority) => queues[priority].size > 0);
      const turns = asking.map((priority) => ({ priority, at: turnOf(priority) }));
      const ready = turns.find(({ at }) => at <= monotonic());
      if (ready === undefined) {
        const next = Math.min(...turns.map(({ at }) => at));
        // Rounded up: a timer that fires within the millisecond before would only set the next one.
        const waitMs = Math.max(1, Math.ceil(next - monotonic()));
        if (Number.isFinite(next)) timer = setTimeout(pump, waitMs);
        return;
      }
      sendNext(ready.priority);
    }
  };

  return {
    /**
     * Runs `request` when its priority may send.
     * @throws QuotaSpent when the day has nothing left for the priority; the signal's reason when it
     * aborts before the request was sent; after that it has no effect
     */
    run: <T>(
      priority: RequestPriority,
      request: (sent: SentRequest) => Promise<T>,
      signal: AbortSignal,
    ) =>
      new Promise<T>((resolve, reject) => {
        signal.throwIfAborted();
        if (hasStopped) throw new Error('the budget has stopped');
        const settle = (): void => {
          queues[priority].delete(waiting);
          signal.removeEventListener('abort', onAbort);
        };
        const waiting: Waiting = {
          go: (sent, counted) => {
            settle();
            const answer =
              counted === undefined ? request(sent) : counted.then(() => request(sent));
            answer.then(resolve, reject);
          },
          giveUp: (reason) => {
            settle();
            reject(reason instanceof Error ? reason : new Error('given up'));
          },
        };
        const onAbort = (): void => {
          waiting.giveUp(signal.reason);
        };
        signal.addEventListener('abort', onAbort);
        queues[priority].add(waiting);
        pump();
      }),
    /**
     * Corrects the limiter by the service's count of the requests left in its minute, since another
     * process may use the same token. The first response of a process counts for a whole minute: it
     * includes requests from before its start.
     * @param limit requests per minute, when the service says so
     */
    correct: (remaining: number, sent: SentRequest, limit: number = remaining): void => {
      // A response that was overtaken is outdated.
      if (sent.at < correctedBy) return;
      // A service that allows more than our limit: the requests of others do not reduce ours.
      if (correctedBy === -Infinity)
        minute.countBefore(Math.min(limit, perMinute) - remaining, sent);
      correctedBy = sent.at;
      serviceCount = {
        requests: remaining - minute.sentAfter(sent.at),
        until: monotonic() + PROBE_DELAY_MS,
      };
      pump();
    },
    /**
     * Handles a 429: all priorities wait for the next minute. Where the service asks for
     * `MAX_RETRY_AFTER_MS` or more, single probes follow. After several 429s in a row another program is
     * taken to have spent the day: only a probe every ten minutes is sent.
     * @param wait milliseconds, when the service said how long
     */
    exhausted: (wait?: number): void => {
      refused.refused(wait);
      pump();
    },
    /** A request has never reached the service, which does not count it. */
    unsent: ({ priority }: SentRequest): void => {
      days.giveBack(priority);
    },
    /** The service answered this request, without a 429. */
    answered: (sent: SentRequest): void => {
      refused.answered(sent.at);
      pump();
    },
    /** Since when the service has refused requests (429); null after it has answered a later one. */
    rateLimitedSince: refused.since,
    /** Milliseconds until a request of a priority can be sent; 0 for now. */
    turnIn: (priority: RequestPriority): number => Math.max(0, turnOf(priority) - monotonic()),
    /** How many requests of a priority can be sent now. */
    free: (priority: RequestPriority): number => {
      forget();
      if (monotonic() < refused.turn() || refused.isProbing()) return 0;
      return Math.max(
        0,
        Math.min(serviceCount.requests, minute.available(priority), days.left(priority)),
      );
    },
    /** Why requests of a priority are refused for longer than a minute; null while they are not. */
    spent,
    quota: (): Quota => {
      forget();
      const at = serviceNow();
      const minuteEnds = at - (at % MINUTE) + MINUTE;
      return {
        minute: horizonOf(perMinute, minute.sentAfter(-Infinity), minuteEnds),
        day: days.day(),
        month: days.month(),
        spent: refusedBy(spent),
      };
    },
    /** How many requests are queued. */
    waiting: (): number =>
      REQUEST_PRIORITIES.reduce((sum, priority) => sum + queues[priority].size, 0),
    /** Rejects all queued requests and sends no more. */
    stop: (): void => {
      hasStopped = true;
      clearTimeout(timer);
      for (const priority of REQUEST_PRIORITIES) {
        for (const each of queues[priority]) each.giveUp(new Error('the budget has stopped'));
      }
    },
  };
};

export type Budget = ReturnType<typeof createBudget>;
