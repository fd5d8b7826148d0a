import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Timers } from '#sandbox/padel-service/timers.ts';

/** A request that a receiver got. */
export interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook receiver on a free port. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves once this many requests have arrived. */
  readonly has: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * A receiver that is stopped when the test ends.
 * @param answer the status for the n-th request, from 0 on; null leaves it unanswered
 */
export const aReceiver = async (
  answer: (index: number) => number | null = () => 204,
): Promise<Receiver> => {
  const received: Received[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method, headers: request.headers, body });
      const status = answer(received.length - 1);
      if (status !== null) {
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
      }
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
      waiting = waiting.filter(({ count }) => count > received.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => {
        resolve();
      });
    });
  onTestFinished(stop);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    has: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    stop,
  };
};

/** Timers that a test fires by hand. */
export interface ManualTimers extends Timers {
  /** Fires the first timer of this length, as soon as there is one and `isRight` returns true. */
  readonly runOut: (milliseconds: number, isRight?: () => boolean) => Promise<void>;
  /** The lengths of the running timers. */
  readonly running: () => readonly number[];
}

export const manualTimers = (): ManualTimers => {
  const held = new Set<{ readonly milliseconds: number; readonly act: () => void }>();
  let onSet: (() => void)[] = [];
  const runOut = async (milliseconds: number, isRight = () => true): Promise<void> => {
    const timer = [...held].find((each) => each.milliseconds === milliseconds);
    if (timer && isRight()) {
      held.delete(timer);
      timer.act();
      return;
    }
    await new Promise<void>((resolve) => onSet.push(resolve));
    await runOut(milliseconds, isRight);
  };
  return {
    after(milliseconds, act) {
      const timer = { milliseconds, act };
      held.add(timer);
      const waiting = onSet;
      onSet = [];
      for (const resolve of waiting) resolve();
      return () => {
        held.delete(timer);
      };
    },
    runOut,
    running: () => [...held].map(({ milliseconds }) => milliseconds),
  };
};
