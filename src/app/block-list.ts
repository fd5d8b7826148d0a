import type { Logger } from '../lib/logger.ts';
import { allBlocks } from '../store/channels/blocks.ts';
import type { Db } from '../store/connection/database.ts';
import type { Clocks } from '../lib/clocks.ts';

/** Another process may change the list: an older one is read again. */
const MAX_AGE_MS = 30_000;

interface BlockListOptions extends Pick<Clocks, 'monotonic'> {
  readonly db: Db;
  readonly log: Logger;
}

/** The users and servers that the operator has blocked, in memory: an interaction needs no query. */
export const createBlockList = ({ db, monotonic, log }: BlockListOptions) => {
  let ids: ReadonlySet<string> = new Set();
  let readAt = -Infinity;

  const refresh = async (): Promise<void> => {
    readAt = monotonic();
    try {
      ids = new Set((await allBlocks(db)).map(({ discordId }) => discordId));
    } catch (error) {
      log.error({ err: error }, 'block list unreadable, keeping the last one');
    }
  };

  return {
    isBlocked: (candidates: readonly string[]): boolean => {
      if (monotonic() - readAt > MAX_AGE_MS) void refresh();
      return candidates.some((id) => ids.has(id));
    },
    ids: (): Iterable<string> => ids,
    /** Reads the list again. While it is unreadable, the last one stays valid. */
    refresh,
  };
};

export type BlockList = ReturnType<typeof createBlockList>;
