import { startLoop } from '../lib/loop.ts';
import { MINUTE } from '../lib/time.ts';
import { isOutage, ServiceBusy, ServiceDown } from './errors.ts';
import type { NameSource } from './name-jobs/job.ts';
import { readPlayer } from './name-jobs/players.ts';
import { PER_PAGE } from './pages.ts';

/** Reads the players who are said to have changed. */
interface NameHints {
  /** Resolves when they were read, as far as they can be: a service that is down is waited for. */
  readonly changed: (playerId: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface NameHintsOptions extends NameSource {
  /** Reads the list of all players; resolves when that began from now on, and is done. */
  readonly readAll: () => Promise<void>;
}

type Waiting = PromiseWithResolvers<undefined>;

const AGAIN_AFTER = MINUTE;

/**
 * Many hints about one player are one request, and hundreds, when a ranking is published, are one
 * reading of the list.
 */
export const startNameHints = (options: NameHintsOptions): NameHints => {
  const { names, log, readAll } = options;
  const waiting = new Map<number, Waiting>();

  /** A player who cannot be read is left to the next sync; a service that is down is waited for. */
  const settle = async (id: number, one: Waiting, signal: AbortSignal): Promise<void> => {
    waiting.delete(id);
    try {
      await readPlayer(options, id, signal);
    } catch (error) {
      if (error instanceof ServiceDown || error instanceof ServiceBusy) {
        const newer = waiting.get(id);
        if (newer === undefined) waiting.set(id, one);
        else void newer.promise.then(one.resolve);
        throw error;
      }
      signal.throwIfAborted();
      log.warn({ err: error, player: id }, 'a player who changed could not be read');
    }
    one.resolve(undefined);
  };

  const settleAll = async (): Promise<void> => {
    const all = [...waiting.values()];
    waiting.clear();
    await readAll();
    for (const one of all) one.resolve(undefined);
  };

  const loop = startLoop({
    onError: (error) => {
      if (!isOutage(error))
        log.warn({ err: error }, 'those who changed could not all be read; I try again');
    },
    retryDelayMs: AGAIN_AFTER,
    run: async (signal) => {
      const pages = Math.ceil(names.directory.size('player') / PER_PAGE);
      // From so many on, the whole list costs less than each by itself.
      if (waiting.size > Math.max(1, pages)) void settleAll();
      for (const [id, one] of [...waiting]) await settle(id, one, signal);
      return null;
    },
  });

  return {
    changed: (playerId) => {
      const one = waiting.get(playerId) ?? Promise.withResolvers<undefined>();
      waiting.set(playerId, one);
      loop.wake();
      return one.promise;
    },
    stop: loop.stop,
  };
};
