import type { Logger } from '../lib/logger.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { allBlocks } from '../store/channels/blocks.ts';
import type { Db } from '../store/connection/database.ts';

interface BlockListOptions {
  readonly db: Db;
  readonly log: Logger;
}

/** The operator's program says that a block takes effect within a minute. */
const REFRESH_INTERVAL_MS = 30_000;

/** The users and servers that the operator has blocked, in memory: an interaction needs no query. */
export const createBlockList = ({ db, log }: BlockListOptions) => {
  let ids: ReadonlySet<string> = new Set();

  /** Reads the list again. While it is unreadable, the last one stays valid. */
  const refresh = async (): Promise<void> => {
    try {
      ids = new Set((await allBlocks(db)).map(({ discordId }) => discordId));
    } catch (error) {
      log.error({ err: error }, 'block list unreadable, keeping the last one');
    }
  };

  return {
    isBlocked: (candidates: readonly string[]): boolean => candidates.some((id) => ids.has(id)),
    ids: (): Iterable<string> => ids,
    refresh,
    /** Keeps it current, as `npm run operator` may change it, and calls `apply` after each reading. */
    watch: (apply: () => Promise<void>): Loop =>
      startLoop({
        run: async () => {
          await refresh();
          await apply();
          return REFRESH_INTERVAL_MS;
        },
        onError: (error) => {
          log.error({ err: error }, 'blocks could not be applied, retrying');
        },
      }),
  };
};

export type BlockList = ReturnType<typeof createBlockList>;
