import { ThreadsPoolWorker, type PoolRunnerInitializer } from 'vitest/node';

/** After so many runs the thread is replaced, because each run leaves listeners behind. */
const RUNS_PER_THREAD = 100;

let kept: { readonly thread: ThreadsPoolWorker; runs: number } | undefined;

/**
 * Keeps the thread that runs the tests. Stryker starts a run of Vitest for each mutation, and a new
 * thread for each of them would take many times as long as the tests.
 */
export const keptThread: PoolRunnerInitializer = {
  name: 'kept-thread',
  createPoolWorker: (options) => {
    const used = (kept ??= { thread: new ThreadsPoolWorker(options), runs: 0 });
    const listeners: [string, (message: object) => void][] = [];
    let hasEnded = false;
    return {
      name: 'kept-thread',
      start: async () => {
        used.runs += 1;
        if (used.runs === 1) await used.thread.start();
      },
      on: (event, listener) => {
        listeners.push([event, listener]);
        used.thread.on(event, listener);
      },
      off: (event, listener) => {
        used.thread.off(event, listener);
      },
      send: (message) => {
        if (!('type' in message) || message.type !== 'stop') {
          used.thread.send(message);
          return;
        }
        hasEnded = true;
        const stopped = { type: 'stopped', __vitest_worker_response__: true };
        for (const [event, listener] of listeners) if (event === 'message') listener(stopped);
      },
      stop: async () => {
        for (const [event, listener] of listeners) used.thread.off(event, listener);
        if (hasEnded && used.runs < RUNS_PER_THREAD) return;
        kept = undefined;
        await used.thread.stop();
      },
      deserialize: (data) => data,
    };
  },
};
