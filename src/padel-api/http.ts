import { Agent, request as send, type Dispatcher } from 'undici';
import { backoffDelayMs, withJitter, withRetry } from '../lib/backoff.ts';
import { createDeadline } from '../lib/with-timeout.ts';
import { UserError } from '../errors.ts';
import {
  rateLimitIn,
  readAnswer,
  requestHeaders,
  Retryable,
  retryAfter,
  TooManyRequests,
  type ServiceAnswer,
} from './answers.ts';
import type { Budget } from './budget.ts';
import { QuotaSpent, ServiceBusy, ServiceDown, UnreadableAnswer } from './errors.ts';
import type { Lane } from './lanes.ts';
import type { Sent } from './spent-minute.ts';

export interface HttpOptions {
  /** Service root with its /api prefix. */
  readonly baseUrl: string;
  readonly token: string;
  readonly budget: Budget;
  /** Real clock, milliseconds. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds; the machine's own, unless told otherwise. */
  readonly monotonic?: (() => number) | undefined;
  /** 0 to 1, for the jitter between tries. */
  readonly random: () => number;
  /** Milliseconds a call may take in all, waiting for its turn included. */
  readonly deadlines?: Readonly<Record<Lane, number>>;
  /** The service answered that what was at one address is now at another. */
  readonly onMoved?: (from: URL, to: URL) => void;
  /** Is told the status of every request that went out; null when it brought no answer. */
  readonly onAnswer?: ((lane: Lane, status: number | null) => void) | undefined;
  /** Whether the budget is still ours to spend: asked right before each request. */
  readonly mayAsk?: (() => boolean) | undefined;
  /** The network: the machine's own, unless told otherwise. */
  readonly dispatcher?: Dispatcher;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, with its query: `/players?page=2`. */
  readonly path: string;
  readonly body?: unknown;
  /**
   * False for a call that means something else the second time: it is not retried when its answer is
   * lost.
   */
  readonly isRetryable?: boolean;
  readonly lane: Lane;
  /** Gives the call up before its deadline. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends calls to the service: inside the budget, under a deadline, with retries and redirects. */
export interface Http {
  /**
   * The parsed JSON of the answer. 5xx, resets and timeouts are retried with jitter, where the call
   * allows it.
   * @throws one of the classes in errors.ts; the reason of `signal` when it gave the call up.
   */
  json: (call: Call) => Promise<unknown>;
  /** The service's clock, from the `Date` of its last answer; ours until it has answered. */
  serviceNow: () => number;
  /** Ends every call on its way, and tries none of them again. */
  close: () => Promise<void>;
}

/** A person has given up before (calls.ts): what comes later still serves the next one. */
const DEADLINES: Readonly<Record<Lane, number>> = {
  person: 12_000,
  live: 20_000,
  background: 150_000,
  refresh: 10_000,
  names: 150_000,
};
/**
 * Share of a deadline in which a call gets its turn, or is not sent: an answer takes time, too. A
 * person's is over while they still wait, so that they are told that the service is busy.
 */
const TURN_WITHIN: Readonly<Record<Lane, number>> = {
  person: 0.45,
  live: 0.7,
  background: 0.7,
  refresh: 0.7,
  names: 0.7,
};
/** After a 429, whatever `Retry-After` says. */
const LEAST_WAIT = 1_000;
/**
 * Not used of a minute by the service's count, and a small part of it at most: a process that is
 * started anew knows nothing of that minute until its first answers.
 */
const KEPT = { most: 3, share: 0.05 } as const;
const MAX_TRIES = 3;
const MAX_REDIRECTS = 3;
const RETRY_DELAYS = { firstMs: 300, maxMs: 600 } as const;
const JITTER = [0.5, 1.5] as const;

export const createHttp = (options: HttpOptions): Http => {
  const { baseUrl, token, budget, now, random, deadlines = DEADLINES, onMoved } = options;
  const { onAnswer = () => undefined, mayAsk = () => true } = options;
  const { monotonic = () => performance.now() } = options;
  const own = new Agent({ connections: 8, headersTimeout: 10_000, bodyTimeout: 10_000 });
  const agent = options.dispatcher ?? own;
  const { origin } = new URL(baseUrl);
  let clockOffset = 0;
  const closing = new AbortController();

  const observe = ({ headers, statusCode }: Dispatcher.ResponseData, sent: Sent): void => {
    const date = Date.parse(String(headers['date']));
    if (!Number.isNaN(date)) clockOffset = date - now();
    if (statusCode === 429) {
      const asked = retryAfter(headers);
      budget.exhausted(asked === null ? undefined : Math.max(asked, LEAST_WAIT));
    } else if (statusCode < 500) budget.answered(sent);
    const { limit, remaining } = rateLimitIn(headers);
    if (remaining === null) return;
    const kept = Math.min(KEPT.most, Math.floor((limit ?? 0) * KEPT.share));
    budget.correct(Math.max(0, remaining - kept), sent, limit ?? undefined);
  };

  const sendOnce = async (
    url: URL,
    call: Call,
    sent: Sent,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> => {
    const { method, body, lane } = call;
    if (!mayAsk()) throw new ServiceBusy();
    const response = await send(url, {
      method,
      dispatcher: agent,
      signal,
      headers: requestHeaders(token, body),
      body: body === undefined ? null : JSON.stringify(body),
    }).catch((error: unknown) => {
      onAnswer(lane, null);
      throw error;
    });
    onAnswer(lane, response.statusCode);
    observe(response, sent);
    return await readAnswer(response);
  };

  const followed = async (call: Call, attempt: Attempt): Promise<unknown> => {
    let url = new URL(baseUrl + call.path);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const target = url;
      const spent = budget.spent(call.lane);
      if (spent !== null) throw new QuotaSpent(spent.until);
      // A person is not kept waiting for what they would not wait for.
      const isHopeless = monotonic() + budget.turnIn(call.lane) > attempt.turnBy;
      if (call.lane === 'person' && isHopeless) throw new ServiceBusy();
      const answer = await budget.run(
        call.lane,
        (sent) => {
          attempt.lacking = 'answer';
          return sendOnce(target, call, sent, attempt.signal);
        },
        attempt.turn,
      );
      if ('json' in answer) return answer.json;
      const next = URL.parse(answer.location, target.href);
      // The token must never leave the service.
      if (next?.origin !== origin) throw new UnreadableAnswer('a redirect to another origin');
      onMoved?.(target, next);
      url = next;
    }
    throw new UnreadableAnswer('too many redirects');
  };

  const retried = (call: Call, attempt: Attempt): Promise<unknown> => {
    let tries = 0;
    return withRetry(() => followed(call, attempt), {
      signal: AbortSignal.any([attempt.signal, closing.signal]),
      delayMs: (error) => {
        const isLate =
          attempt.signal.aborted || (attempt.lacking === 'turn' && attempt.turn.aborted);
        if (error instanceof UserError || isLate) return null;
        if (error instanceof TooManyRequests) {
          // It costs no try: the budget holds every lane until the next minute.
          attempt.lacking = 'turn';
          return 0;
        }
        tries += 1;
        if (tries >= MAX_TRIES || call.isRetryable === false) return null;
        const askedMs = error instanceof Retryable ? (error.wait ?? 0) : 0;
        return Math.max(askedMs, withJitter(backoffDelayMs(RETRY_DELAYS, tries), JITTER, random));
      },
    });
  };

  return {
    json: async (call) => {
      const time = deadlines[call.lane];
      const turnWithin = time * TURN_WITHIN[call.lane];
      const deadline = createDeadline(time, [call.signal]);
      const turn = createDeadline(turnWithin, [deadline.signal]);
      const attempt: Attempt = {
        lacking: 'turn',
        turn: turn.signal,
        turnBy: monotonic() + turnWithin,
        signal: deadline.signal,
      };
      try {
        return await retried(call, attempt);
      } catch (error) {
        if (error instanceof UserError) throw error;
        call.signal?.throwIfAborted();
        if (attempt.lacking === 'turn') throw new ServiceBusy();
        throw new ServiceDown(error);
      } finally {
        deadline.clear();
        turn.clear();
      }
    },
    serviceNow: () => now() + clockOffset,
    close: async () => {
      closing.abort();
      await own.destroy();
    },
  };
};

/** One call on its way: its deadlines, and what it waits for (a turn in the budget, an answer). */
interface Attempt {
  lacking: 'turn' | 'answer';
  readonly turn: AbortSignal;
  /** When the turn must have come, on the clock that never goes back. */
  readonly turnBy: number;
  readonly signal: AbortSignal;
}
