import { MockAgent, type Dispatcher } from 'undici';
import { createRateLimit } from '#sandbox/padel-service/api/rate-limit.ts';
import { wholeBetween, type Random } from '#sandbox/padel-service/world/random.ts';

/** A data service that only counts requests, in place of the network, on the clock of the run. */
export interface CountingService {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
  /** When each request arrived. */
  readonly arrivals: readonly number[];
  readonly refused: () => number;
}

/** The duration of a request, milliseconds. */
const TRAVEL = { least: 30, most: 400 } as const;

/** The response of a plan that lacks the requested data. */
export const LACKED = { message: 'Payment required.' } as const;

/** The response during an outage. */
export const DOWN = { message: 'Service Unavailable' } as const;

const statusOf = (body: unknown): number => {
  if (body === undefined) return 404;
  if (body === DOWN) return 503;
  return body === LACKED ? 402 : 200;
};

/**
 * @param answerTo the response body of a path; undefined for an unknown one
 * @param perMinute the rate limit
 */
export const createCountingService = (
  now: () => number,
  random: Random,
  answerTo: (path: string) => unknown,
  perMinute: number,
): CountingService => {
  const take = createRateLimit(perMinute, now);
  const arrivals: number[] = [];
  let refused = 0;

  const answer = ({ path }: { path: string }) => {
    arrivals.push(now());
    const { remaining, isExceeded, limit } = take('token');
    if (isExceeded) refused += 1;
    const body = answerTo(path);
    return {
      statusCode: isExceeded ? 429 : statusOf(body),
      data: JSON.stringify(isExceeded ? { message: 'Too Many Attempts.' } : (body ?? {})),
      responseOptions: {
        headers: {
          'content-type': 'application/json',
          'x-ratelimit-limit': String(limit),
          'x-ratelimit-remaining': String(remaining),
        },
      },
    };
  };

  const origin = 'http://padel.example';
  const agent = new MockAgent();
  agent.disableNetConnect();
  for (const method of ['GET', 'POST'] as const) {
    agent
      .get(origin)
      .intercept({ path: () => true, method })
      .reply(answer)
      .persist();
  }
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    setTimeout(() => dispatch(options, handler), wholeBetween(random, TRAVEL.least, TRAVEL.most));
    return true;
  });
  return { origin, dispatcher, arrivals, refused: () => refused };
};
