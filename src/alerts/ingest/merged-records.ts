import type { Merge } from '../../domain/match/match.ts';
import { startLoop } from '../../lib/loop.ts';
import { moveFollows } from '../../store/merges/move-follows.ts';
import { moveMatch } from '../../store/merges/merge-match.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

interface MergedRecordsOptions extends Pick<AlertsContext, 'db' | 'now' | 'log'> {
  readonly rename: (merge: Merge) => Promise<void>;
}

const RETRY_DELAY_MS = 5_000;

/** Moves the data of merged records. Follows go first: a late name matters less than a lost follow. */
export const startMergedRecords = ({ db, rename, now, log }: MergedRecordsOptions) => {
  const waiting = new Set<Merge>();

  /** The error boundary of one merge: the others continue. */
  const move = async (merge: Merge): Promise<boolean> => {
    try {
      await db
        .transaction()
        .execute((tx) =>
          merge.kind === 'match' ? moveMatch(tx, merge, now()) : moveFollows(tx, merge),
        );
      await rename(merge);
      log.info(merge, 'merged record and its follows moved');
      return true;
    } catch (error) {
      log.error({ err: error, ...merge }, 'merged record could not be moved, retrying');
      return false;
    }
  };

  const loop = startLoop({
    run: async () => {
      const failed: Merge[] = [];
      for (const merge of [...waiting]) {
        // A failed merge moves its data here later: this one has to run again after it.
        const isTargetOfFailed = failed.some(
          ({ kind, to }) => kind === merge.kind && to === merge.from,
        );
        if (!(await move(merge)) || isTargetOfFailed) failed.push(merge);
        else waiting.delete(merge);
      }
      return failed.length === 0 ? null : RETRY_DELAY_MS;
    },
    onError: (error) => {
      log.error({ err: error }, 'merged record could not be moved, retrying');
    },
    retryDelayMs: RETRY_DELAY_MS,
  });

  return {
    merged: (merge: Merge): void => {
      waiting.add(merge);
      loop.wake();
    },
    stop: loop.stop,
  };
};
