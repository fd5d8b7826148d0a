import type { Merge } from '../domain/merges.ts';
import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/database.ts';
import { moveFollows } from '../store/follows.ts';

export interface MergedRecordsOptions {
  readonly db: Db;
  /** Moves the name, too. */
  readonly rename: (merge: Merge) => Promise<void>;
  readonly log: Logger;
}

/** Moves what belongs to a merged record to the one it became. */
export interface MergedRecords {
  readonly merged: (merge: Merge) => void;
  /** Ends when what was told is moved. */
  readonly stop: () => Promise<void>;
}

const AGAIN_AFTER = 5_000;

/** Follows go first: a name that stays too long is a small thing, a follow that is lost is not. */
export const startMergedRecords = (options: MergedRecordsOptions): MergedRecords => {
  const { db, rename, log } = options;
  const waiting: Merge[] = [];

  const loop = startLoop({
    run: async () => {
      for (let merge = waiting[0]; merge !== undefined; merge = waiting[0]) {
        await moveFollows(db, merge);
        await rename(merge);
        waiting.shift();
        log.info(merge, 'a merged record and its follows were moved');
      }
      return null;
    },
    onError: (error) => {
      log.error({ err: error }, 'a merged record could not be moved; I try again');
    },
    restAfterError: AGAIN_AFTER,
  });

  return {
    merged: (merge) => {
      waiting.push(merge);
      loop.wake();
    },
    stop: loop.stop,
  };
};
