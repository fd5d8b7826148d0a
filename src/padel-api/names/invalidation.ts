import { startLoop } from '../../lib/loop.ts';
import { MINUTE } from '../../lib/time.ts';
import { isOutage, isServiceUnavailable } from '../errors.ts';
import type { NameSource } from './progress.ts';
import { readPlayer } from './people.ts';
import { PER_PAGE } from '../request/pages.ts';

interface NameInvalidationOptions extends NameSource {
  /** Reads the list of all players; resolves when a run that starts from now on is done. */
  readonly readAll: () => Promise<void>;
}

type Waiting = PromiseWithResolvers<undefined>;

const RETRY_DELAY_MS = MINUTE;

/**
 * Notices about one player share a request, and hundreds of notices, as when a ranking is published,
 * share one read of the list.
 */
export const startNameInvalidation = (options: NameInvalidationOptions) => {
  const { names, log, readAll } = options;
  const waiting = new Map<number, Waiting>();

  /** Leaves a player who cannot be read to the next sync; waits while the service is down. */
  const readChanged = async (id: number, one: Waiting, signal: AbortSignal): Promise<void> => {
    waiting.delete(id);
    try {
      await readPlayer(options, id, signal);
    } catch (error) {
      if (isServiceUnavailable(error)) {
        const newer = waiting.get(id);
        if (newer === undefined) waiting.set(id, one);
        else void newer.promise.then(one.resolve);
        throw error;
      }
      signal.throwIfAborted();
      log.warn({ err: error, player: id }, 'changed player could not be read');
    }
    one.resolve(undefined);
  };

  const readAllChanged = async (): Promise<void> => {
    const all = [...waiting.values()];
    waiting.clear();
    await readAll();
    for (const one of all) one.resolve(undefined);
  };

  const loop = startLoop({
    onError: (error) => {
      if (!isOutage(error))
        log.warn({ err: error }, 'changed names could not all be read, retrying');
    },
    retryDelayMs: RETRY_DELAY_MS,
    run: async (signal) => {
      const pages = Math.ceil(names.directory.size('player') / PER_PAGE);
      // From this many on, the whole list costs fewer requests.
      if (waiting.size > Math.max(1, pages)) void readAllChanged();
      for (const [id, one] of [...waiting]) await readChanged(id, one, signal);
      return null;
    },
  });

  return {
    /** Resolves when the player was read, or cannot be; waits while the service is down. */
    refreshPlayer: (playerId: number): Promise<void> => {
      const one = waiting.get(playerId) ?? Promise.withResolvers<undefined>();
      waiting.set(playerId, one);
      loop.wake();
      return one.promise;
    },
    stop: loop.stop,
  };
};
