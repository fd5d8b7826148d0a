import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { ServiceBusy, ServiceDown } from './errors.ts';
import { readPlayer, syncPlayers, syncTournaments, type DirectorySync } from './directory-sync.ts';
import type { Hint } from './wire/webhook.ts';

/** Takes hints that a name may have changed, and reads what is true. */
export interface DirectoryHints {
  readonly take: (hint: Hint) => void;
  readonly stop: () => Promise<void>;
}

/** From so many players on, the whole list costs less than each by itself. */
const MANY = 10;

const AGAIN_AFTER = 30_000;

/**
 * Many hints about one record are one request, and the hundreds of a new ranking are one reading of
 * the list: what comes while it is read waits for the next round.
 */
export const startDirectoryHints = (sync: DirectorySync, log: Logger): DirectoryHints => {
  const players = new Set<number>();
  let areTournamentsTold = false;

  const settlePlayers = async (signal: AbortSignal): Promise<void> => {
    const told = [...players];
    if (told.length >= MANY) {
      await syncPlayers(sync, signal);
      for (const id of told) players.delete(id);
      return;
    }
    for (const id of told) {
      await readPlayer(sync, id, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        // A record that cannot be read is left to the next sync; a service that is down is waited for.
        if (error instanceof ServiceDown || error instanceof ServiceBusy) throw error;
        log.warn({ err: error, player: id }, 'a player who changed could not be read');
      });
      players.delete(id);
    }
  };

  const loop = startLoop({
    run: async (signal) => {
      await settlePlayers(signal);
      if (areTournamentsTold) {
        await syncTournaments(sync, signal);
        areTournamentsTold = false;
      }
      return null;
    },
    onError: (error) => {
      log.warn({ err: error }, 'names that changed could not be read; I try again');
    },
    restAfterError: AGAIN_AFTER,
  });

  return {
    take: ({ kind, id }) => {
      if (kind === 'player') players.add(id);
      if (kind === 'tournament') areTournamentsTold = true;
      if (kind !== 'match') loop.wake();
    },
    stop: loop.stop,
  };
};
