import { MockAgent } from 'undici';
import { vi } from 'vitest';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import type { PadelApiOptions } from '#src/padel-api/client.ts';
import { useFakeTimers } from '../lib/fake-timers.ts';
import { aClientOf } from './clients.ts';

/** The default delay of a request, and of its response, milliseconds. */
const TRAVEL = 100;

const ORIGIN = 'http://padel.example';

/** What is left of the minute, as the service says it. */
interface Taken {
  readonly limit: number;
  readonly remaining: number;
  readonly isExceeded: boolean;
}

const NOTHING_SAID: Taken = { limit: 0, remaining: 0, isExceeded: false };

/** All tests of a file on a fake clock, which `pass` moves. */
export const useFakeClock = (now: number = MINUTE): void => {
  useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now });
};

/**
 * A network on the fake clock that responds by path, counts, and may say for each request what is left
 * of the minute.
 */
export const aClockedNetwork = (
  bodyOf: (path: string) => unknown,
  { travel = () => TRAVEL, take }: { travel?: () => number; take?: () => Taken } = {},
) => {
  const arrivals: number[] = [];
  let refused = 0;
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get(ORIGIN)
    .intercept({ path: () => true, method: 'GET' })
    .reply(({ path }) => {
      arrivals.push(Date.now());
      const { limit, remaining, isExceeded } = take?.() ?? NOTHING_SAID;
      if (isExceeded) refused += 1;
      const rates = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
      };
      return {
        statusCode: isExceeded ? 429 : 200,
        data: JSON.stringify(isExceeded ? { message: 'Too Many Attempts.' } : bodyOf(path)),
        responseOptions: {
          headers: { 'content-type': 'application/json', ...(take === undefined ? {} : rates) },
        },
      };
    })
    .persist();
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    setTimeout(() => dispatch(options, handler), travel());
    return true;
  });
  return {
    client: (options: Partial<PadelApiOptions> = {}) =>
      aClientOf({ baseUrl: `${ORIGIN}/api`, dispatcher, limits: { perMinute: 60 }, ...options })
        .api,
    requests: () => arrivals.length,
    refused: () => refused,
    /** The most requests within any sixty seconds. */
    busiest: (): number => {
      let first = 0;
      const within = arrivals.map((at, nth) => {
        while ((arrivals[first] ?? at) <= at - MINUTE) first += 1;
        return nth - first + 1;
      });
      return Math.max(...within);
    },
  };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Advances the clock in steps short enough for a response to follow its request. */
export const pass = async (
  milliseconds: number,
  each: (second: number) => void = () => undefined,
): Promise<void> => {
  for (let second = 0; second < milliseconds / SECOND; second += 1) {
    each(second);
    for (let part = 0; part < 4; part += 1) {
      await vi.advanceTimersByTimeAsync(SECOND / 4);
      await turn();
      await turn();
    }
  }
};
