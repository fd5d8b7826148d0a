import { Agent, request as send, type Dispatcher } from 'undici';
import { backoffDelayMs, withJitter, withRetry } from '../../lib/backoff.ts';
import { createDeadline } from '../../lib/with-timeout.ts';
import { UserError } from '../../errors.ts';
import {
  type Caller,
  rateLimitIn,
  parseResponse,
  requestHeaders,
  Retryable,
  retryAfter,
  ServiceRateLimited,
  type ServiceResponse,
} from './responses.ts';
import { createServiceClock } from './service-clock.ts';
import type { Budget } from '../quota/budget.ts';
import { QuotaSpent, ServiceBusy, ServiceDown, UnreadableAnswer } from '../errors.ts';
import type { RequestPriority } from '../../domain/quota.ts';
import type { SentRequest } from '../quota/sliding-window-log.ts';
import type { Clocks } from '../../lib/clocks.ts';

export interface ServiceHttpOptions extends Caller, Pick<Clocks, 'now'> {
  /** Service root with its /api prefix. */
  readonly baseUrl: string;
  readonly budget: Budget;
  readonly monotonic?: (() => number) | undefined;
  readonly random: () => number;
  /** Total timeout of a call in milliseconds, queueing included. */
  readonly timeoutsMs?: Readonly<Record<RequestPriority, number>>;
  readonly onMoved?: (from: URL, to: URL) => void;
  /** Called with the status of every request that was sent; null without a response. */
  readonly onAnswer?: ((priority: RequestPriority, status: number | null) => void) | undefined;
  /** Whether this process still owns the budget; checked right before each request. */
  readonly maySend?: (() => boolean) | undefined;
  readonly dispatcher?: Dispatcher;
  /** Requests at a time. */
  readonly connections?: number | undefined;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, with its query: `/players?page=2`. */
  readonly path: string;
  readonly body?: unknown;
  /** False for a call that is not idempotent: it is not retried when its response is lost. */
  readonly isRetryable?: boolean;
  readonly priority: RequestPriority;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Users wait for less (cache.ts): a later response still fills the cache. A result waits for more than a
 * minute, because the smallest plan has one a minute for all of them.
 */
const TIMEOUTS_MS: Readonly<Record<RequestPriority, number>> = {
  person: 12_000,
  result: 150_000,
  live: 20_000,
  background: 150_000,
  refresh: 10_000,
  names: 150_000,
};
/**
 * Share of a deadline in which a call must be sent, since a response takes time, too. A user's ends
 * before their own timeout, so that they see that the service is busy.
 */
const SEND_WITHIN_SHARE = { person: 0.45, others: 0.7 } as const;
/** Minimum delay after a 429, whatever `Retry-After` says. */
const MIN_RETRY_DELAY_MS = 1_000;
/**
 * Reserve of each minute by the service's count: a process that starts again does not know of earlier
 * requests before its first responses.
 */
const MINUTE_RESERVE = { most: 3, share: 0.05 } as const;
const MAX_TRIES = 3;
const MAX_REDIRECTS = 3;
const RETRY_DELAYS = { firstMs: 300, maxMs: 600 } as const;
const JITTER = [0.5, 1.5] as const;

/** Whether no connection was made, so that the service does not know of the request. */
const isNotConnected = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // One for each address of the host.
  if (error instanceof AggregateError) return error.errors.every(isNotConnected);
  const { code = '', syscall = '' }: NodeJS.ErrnoException = error;
  return code === 'UND_ERR_CONNECT_TIMEOUT' || ['connect', 'getaddrinfo'].includes(syscall);
};

/** Sends requests to the service: within the budget, under a deadline, with retries and redirects. */
export const createHttp = (options: ServiceHttpOptions) => {
  const { baseUrl, budget, now, random, timeoutsMs = TIMEOUTS_MS, onMoved } = options;
  const { onAnswer = () => undefined, maySend = () => true, connections = 8 } = options;
  const { monotonic = () => performance.now() } = options;
  const own = new Agent({ connections, headersTimeout: 10_000, bodyTimeout: 10_000 });
  const agent = options.dispatcher ?? own;
  const { origin } = new URL(baseUrl);
  const clock = createServiceClock(now);
  const closing = new AbortController();

  const observe = ({ headers, statusCode }: Dispatcher.ResponseData, sent: SentRequest): void => {
    clock.observe(headers['date']);
    if (statusCode === 429) {
      const retryAfterMs = retryAfter(headers);
      budget.exhausted(
        retryAfterMs === null ? undefined : Math.max(retryAfterMs, MIN_RETRY_DELAY_MS),
      );
    } else if (statusCode < 500) budget.answered(sent);
    const { limit, remaining } = rateLimitIn(headers);
    if (remaining === null) return;
    const kept = Math.min(MINUTE_RESERVE.most, Math.floor((limit ?? 0) * MINUTE_RESERVE.share));
    budget.correct(Math.max(0, remaining - kept), sent, limit ?? undefined);
  };

  const sendOnce = async (
    url: URL,
    call: HttpRequest,
    sent: SentRequest,
    signal: AbortSignal,
  ): Promise<ServiceResponse> => {
    const { method, body, priority } = call;
    if (!maySend()) throw new ServiceBusy();
    const response = await send(url, {
      method,
      dispatcher: agent,
      signal,
      headers: requestHeaders(options, body),
      body: body === undefined ? null : JSON.stringify(body),
    }).catch((error: unknown) => {
      onAnswer(priority, null);
      if (isNotConnected(error)) budget.unsent(sent);
      throw error;
    });
    onAnswer(priority, response.statusCode);
    observe(response, sent);
    return await parseResponse(response);
  };

  const sendFollowing = async (call: HttpRequest, attempt: Attempt): Promise<unknown> => {
    let url = new URL(baseUrl + call.path);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const target = url;
      const spent = budget.spent(call.priority);
      if (spent !== null) throw new QuotaSpent(spent.until);
      // Fails now if the call cannot be sent before its deadline.
      const isHopeless = monotonic() + budget.turnIn(call.priority) > attempt.turnBy;
      if (call.priority === 'person' && isHopeless) throw new ServiceBusy();
      const response = await budget.run(
        call.priority,
        (sent) => {
          attempt.waitsFor = 'answer';
          return sendOnce(target, call, sent, attempt.signal);
        },
        attempt.turn,
      );
      if ('json' in response) return response.json;
      const next = URL.parse(response.location, target.href);
      // The token must never be sent to another host.
      if (next?.origin !== origin) throw new UnreadableAnswer('a redirect to another origin');
      onMoved?.(target, next);
      url = next;
    }
    throw new UnreadableAnswer('too many redirects');
  };

  /** How long to wait before the next try of a call; null to give up. */
  const retryDelayOf = (call: HttpRequest, attempt: Attempt) => {
    let tries = 0;
    return (error: unknown): number | null => {
      const isLate =
        attempt.signal.aborted || (attempt.waitsFor === 'turn' && attempt.turn.aborted);
      if (error instanceof UserError || isLate) return null;
      if (error instanceof ServiceRateLimited) {
        // Not counted as a try: the budget holds all requests until the next minute.
        attempt.waitsFor = 'turn';
        return 0;
      }
      tries += 1;
      if (tries >= MAX_TRIES || call.isRetryable === false) return null;
      const askedMs = error instanceof Retryable ? (error.wait ?? 0) : 0;
      return Math.max(askedMs, withJitter(backoffDelayMs(RETRY_DELAYS, tries), JITTER, random));
    };
  };

  return {
    /**
     * The parsed JSON of the response. Retries after 5xx, resets and timeouts, with jitter, where the
     * call allows it.
     * @throws one of the classes in ../errors.ts; the reason of `signal` when it aborted the call
     */
    json: async (call: HttpRequest): Promise<unknown> => {
      const time = timeoutsMs[call.priority];
      const turnWithin = time * SEND_WITHIN_SHARE[call.priority === 'person' ? 'person' : 'others'];
      const deadline = createDeadline(time, [call.signal]);
      const turn = createDeadline(turnWithin, [deadline.signal]);
      const attempt: Attempt = {
        waitsFor: 'turn',
        turn: turn.signal,
        turnBy: monotonic() + turnWithin,
        signal: deadline.signal,
      };
      try {
        return await withRetry(() => sendFollowing(call, attempt), {
          signal: AbortSignal.any([attempt.signal, closing.signal]),
          delayMs: retryDelayOf(call, attempt),
        });
      } catch (error) {
        if (error instanceof UserError) throw error;
        call.signal?.throwIfAborted();
        if (attempt.waitsFor === 'turn') throw new ServiceBusy();
        throw new ServiceDown(error);
      } finally {
        deadline.clear();
        turn.clear();
      }
    },
    /** The service's clock, from the `Date` of its last response; the machine's clock before the first one. */
    serviceNow: clock.now,
    close: async (): Promise<void> => {
      closing.abort();
      await own.destroy();
    },
  };
};

export type Http = ReturnType<typeof createHttp>;

/** One call in flight: its deadlines, and what it waits for (a turn in the budget, a response). */
interface Attempt {
  waitsFor: 'turn' | 'answer';
  readonly turn: AbortSignal;
  /** The latest time to send it, monotonic. */
  readonly turnBy: number;
  readonly signal: AbortSignal;
}
