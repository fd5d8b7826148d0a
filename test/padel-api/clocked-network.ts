import { MockAgent, type Dispatcher } from 'undici';
import { vi } from 'vitest';
import { SECOND, MINUTE } from '#src/lib/time.ts';

/** The default delay of a request, and of its response, milliseconds. */
const TRAVEL = 100;

export const ORIGIN = 'http://padel.example';

/** A network on the fake clock of the test that responds by path, and counts. */
export interface ClockedNetwork {
  readonly dispatcher: Dispatcher;
  /** The most requests in any clock minute. */
  readonly busiest: () => number;
}

export const aClockedNetwork = (
  bodyOf: (path: string) => unknown,
  travel: () => number = () => TRAVEL,
): ClockedNetwork => {
  const minutes = new Map<number, number>();
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get(ORIGIN)
    .intercept({ path: () => true, method: 'GET' })
    .reply(({ path }) => {
      const minute = Math.floor(Date.now() / MINUTE);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
      return {
        statusCode: 200,
        data: JSON.stringify(bodyOf(path)),
        responseOptions: { headers: { 'content-type': 'application/json' } },
      };
    })
    .persist();
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    setTimeout(() => dispatch(options, handler), travel());
    return true;
  });
  return { dispatcher, busiest: () => Math.max(...minutes.values()) };
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
