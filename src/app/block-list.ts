import type { Logger } from '../lib/logger.ts';
import { allBlocks } from '../store/blocks.ts';
import type { Db } from '../store/database.ts';

/** Whom the operator has blocked, held in memory: an interaction asks no database for it. */
export interface BlockList {
  readonly isBlocked: (ids: readonly string[]) => boolean;
  readonly ids: () => Iterable<string>;
  /** Reads the list again. While it cannot be read, what was known last holds. */
  readonly refresh: () => Promise<void>;
}

/** Another process may have changed the list: it is read again when it is older than this. */
const MAX_AGE_MS = 30_000;

export interface BlockListOptions {
  readonly db: Db;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
}

export const createBlockList = ({ db, monotonic, log }: BlockListOptions): BlockList => {
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
    isBlocked: (asked) => {
      if (monotonic() - readAt > MAX_AGE_MS) void refresh();
      return asked.some((id) => ids.has(id));
    },
    ids: () => ids,
    refresh,
  };
};
