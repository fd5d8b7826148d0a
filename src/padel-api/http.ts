import { Agent, request as send, type Dispatcher } from 'undici';
import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { readAnswer, TooManyRequests, type ServiceAnswer } from './answers.ts';
import type { Budget, Lane } from './budget.ts';
import { ServiceBusy, ServiceDown, UnreadableAnswer } from './errors.ts';

export interface HttpOptions {
  /** Service root with its /api prefix. */
  readonly baseUrl: string;
  readonly token: string;
  readonly budget: Budget;
  /** Real clock, milliseconds. */
  readonly now: () => number;
  /** 0 to 1, for the jitter between tries. */
  readonly random: () => number;
  /** Milliseconds a call may take in all, waiting for its turn included. */
  readonly deadlines?: Readonly<Record<Lane, number>>;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with its query: `/players?page=2`. */
  readonly path: string;
  readonly body?: unknown;
  readonly lane: Lane;
}

/** Sends calls to the service: inside the budget, under a deadline, with retries and redirects. */
export interface Http {
  /**
   * The parsed JSON of the answer.
   * @throws one of the classes in errors.ts.
   */
  json: (call: Call) => Promise<unknown>;
  /** The service's clock, from the `Date` of its last answer; ours until it has answered. */
  serviceNow: () => number;
  /** Ends every call on its way, and tries none of them again. */
  close: () => Promise<void>;
}

/** A person waits three seconds at most (Discord's limit), so the answer must be on its way then. */
const DEADLINES: Readonly<Record<Lane, number>> = {
  person: 2_300,
  live: 20_000,
  background: 150_000,
};
const MAX_TRIES = 3;
const MAX_REDIRECTS = 3;
const BACKOFF = 150;

export const createHttp = (options: HttpOptions): Http => {
  const { baseUrl, token, budget, now, random, deadlines = DEADLINES } = options;
  const agent = new Agent({ connections: 8, headersTimeout: 10_000, bodyTimeout: 10_000 });
  const { origin } = new URL(baseUrl);
  let clockOffset = 0;
  const closing = new AbortController();

  const observe = ({ headers, statusCode }: Dispatcher.ResponseData): void => {
    const date = Date.parse(String(headers['date']));
    if (!Number.isNaN(date)) clockOffset = date - now();
    if (statusCode === 429) budget.exhausted();
    const remaining = headers['x-ratelimit-remaining'];
    if (typeof remaining === 'string' && /^\d+$/.test(remaining)) budget.correct(Number(remaining));
  };

  const sendOnce = async (url: URL, call: Call, signal: AbortSignal): Promise<ServiceAnswer> => {
    const { method, body } = call;
    const response = await send(url, {
      method,
      dispatcher: agent,
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    observe(response);
    return await readAnswer(response);
  };

  const followed = async (call: Call, attempt: Attempt): Promise<unknown> => {
    let url = new URL(baseUrl + call.path);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const target = url;
      const answer = await budget.run(
        call.lane,
        () => {
          attempt.lacking = 'answer';
          return sendOnce(target, call, attempt.signal);
        },
        attempt.signal,
      );
      if ('json' in answer) return answer.json;
      const next = URL.parse(answer.location, target.href);
      // The token must never leave the service.
      if (next?.origin !== origin) throw new UnreadableAnswer('a redirect to another origin');
      url = next;
    }
    throw new UnreadableAnswer('too many redirects');
  };

  const retried = async (call: Call, attempt: Attempt): Promise<unknown> => {
    for (let tries = 1; ;) {
      try {
        return await followed(call, attempt);
      } catch (error) {
        if (error instanceof UserError || attempt.signal.aborted) throw error;
        if (error instanceof TooManyRequests) {
          // It costs no try: the budget holds every lane until the next minute.
          attempt.lacking = 'turn';
          continue;
        }
        if (tries >= MAX_TRIES) throw error;
        await pause(BACKOFF * 2 ** tries * (0.5 + random()), null, {
          signal: AbortSignal.any([attempt.signal, closing.signal]),
        });
        tries += 1;
      }
    }
  };

  return {
    json: async (call) => {
      const attempt: Attempt = {
        lacking: 'turn',
        signal: AbortSignal.timeout(deadlines[call.lane]),
      };
      try {
        return await retried(call, attempt);
      } catch (error) {
        if (error instanceof UserError) throw error;
        throw attempt.lacking === 'turn' ? new ServiceBusy() : new ServiceDown(error);
      }
    },
    serviceNow: () => now() + clockOffset,
    close: async () => {
      closing.abort();
      await agent.destroy();
    },
  };
};

/** One call on its way: its deadline, and what it waits for (a turn in the budget, an answer). */
interface Attempt {
  lacking: 'turn' | 'answer';
  readonly signal: AbortSignal;
}
