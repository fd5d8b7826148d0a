import type { Merge } from '../domain/merges.ts';
import type { Instant } from '../domain/terms.ts';
import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/database.ts';
import { moveFollows } from '../store/follows.ts';
import { moveMatch } from '../store/merged-matches.ts';

export interface MergedRecordsOptions {
  readonly db: Db;
  /** Moves the name, too. */
  readonly rename: (merge: Merge) => Promise<void>;
  readonly now: () => Instant;
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
  const { db, rename, now, log } = options;
  const waiting = new Set<Merge>();

  /** The error boundary of one merge: the others go on. */
  const move = async (merge: Merge): Promise<boolean> => {
    try {
      await moveFollows(db, merge);
      if (merge.kind === 'match') await moveMatch(db, merge, now());
      await rename(merge);
      log.info(merge, 'a merged record and its follows were moved');
      return true;
    } catch (error) {
      log.error({ err: error, ...merge }, 'a merged record could not be moved; I try again');
      return false;
    }
  };

  const loop = startLoop({
    run: async () => {
      const kept: Merge[] = [];
      for (const merge of [...waiting]) {
        // What a kept one moves to its record goes on from there, and is moved once more.
        const isLedTo = kept.some(({ kind, to }) => kind === merge.kind && to === merge.from);
        if (!(await move(merge)) || isLedTo) kept.push(merge);
        else waiting.delete(merge);
      }
      return kept.length === 0 ? null : AGAIN_AFTER;
    },
    onError: (error) => {
      log.error({ err: error }, 'a merged record could not be moved; I try again');
    },
    retryDelayMs: AGAIN_AFTER,
  });

  return {
    merged: (merge) => {
      waiting.add(merge);
      loop.wake();
    },
    stop: loop.stop,
  };
};
