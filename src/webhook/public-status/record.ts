import {
  FEED_GAP_MS,
  latencyBound,
  type FeedGap,
  type LatencyCount,
} from '../../domain/public-status.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import { MINUTE, SECOND, utcDate } from '../../lib/time.ts';
import type { Db } from '../../store/connection/database.ts';
import { checkpointAt } from '../../store/processes/checkpoints.ts';
import { addLatencies, recordFeed, recordMinute } from '../../store/processes/public-status.ts';

interface RecordOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** Whether this process still has its role: only then it writes. */
  readonly isHeld: () => boolean;
  readonly log: Logger;
}

const startRecord = (log: Logger, run: () => Promise<number>): Loop =>
  startLoop({
    run,
    onError: (error) => {
      log.warn({ err: error }, 'public status could not be recorded, retrying');
    },
    retryDelayMs: MINUTE,
  });

const SAMPLE_INTERVAL_MS = 10 * SECOND;

interface PostingRecordOptions extends RecordOptions {
  /** Whether Discord's gateway is connected, as `/health` reports it. */
  readonly isDiscordConnected: () => boolean;
}

/** Records the minutes in which this process can post, and how fast its messages are. */
export const startPostingRecord = (options: PostingRecordOptions) => {
  const { db, now, isHeld, isDiscordConnected, log } = options;
  let counts = new Map<string, LatencyCount>();

  const count = ({ day, upToMs, messages }: LatencyCount): void => {
    const key = `${day} ${upToMs}`;
    const known = counts.get(key)?.messages ?? 0;
    counts.set(key, { day, upToMs, messages: known + messages });
  };

  /** Discord may accept messages without its gateway. */
  const canPost = (): boolean => isHeld() && (isDiscordConnected() || counts.size > 0);

  /** @returns whether the minute counts */
  const write = async (): Promise<boolean> => {
    if (!canPost()) return false;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await db.transaction().execute(async (tx) => {
        await recordMinute(tx, now());
        await addLatencies(tx, written);
      });
      return true;
    } catch (error) {
      for (const each of written) count(each);
      throw error;
    }
  };

  const loop = startRecord(log, async () => {
    const isCounted = await write();
    const restMs = MINUTE - (now() % MINUTE);
    return isCounted ? restMs : Math.min(restMs, SAMPLE_INTERVAL_MS);
  });

  return {
    /** A message of news is at Discord, so many milliseconds after the bot learnt them. */
    posted: (latencyMs: number): void => {
      count({ day: utcDate(now()), upToMs: latencyBound(latencyMs), messages: 1 });
    },
    stop: async (): Promise<void> => {
      await loop.stop();
      await write();
    },
  };
};

interface FeedRecordOptions extends RecordOptions {
  /** When live data was last current; null while that is not known. */
  readonly lastUpdateAt: () => Instant | null;
}

/** Records when live data is missing, also while no process runs. */
export const startFeedRecord = ({ db, now, isHeld, log, lastUpdateAt }: FeedRecordOptions) => {
  let seenAt: Instant | null = null;
  let gaps: FeedGap[] = [];
  let writtenAt = -Infinity;
  let isRead = false;

  const sample = (): void => {
    const last = lastUpdateAt();
    if (last === null) return;
    if (seenAt !== null && last - seenAt > FEED_GAP_MS) gaps.push({ from: seenAt, to: last });
    // A clock that was set back must not hide the next gap.
    seenAt = Math.min(now(), Math.max(last, seenAt ?? last));
  };

  const write = async (): Promise<void> => {
    if (seenAt === null || !isHeld()) return;
    writtenAt = now();
    await recordFeed(db, { seenAt, gaps });
    gaps = [];
  };

  const loop = startRecord(log, async () => {
    if (!isRead) seenAt = (await checkpointAt(db, 'feed-seen')) ?? null;
    isRead = true;
    sample();
    if (Math.abs(now() - writtenAt) >= MINUTE) await write();
    return SAMPLE_INTERVAL_MS;
  });

  return {
    stop: async (): Promise<void> => {
      await loop.stop();
      if (isRead) {
        sample();
        await write();
      }
    },
  };
};
