import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import { isOutage, NotInPlan } from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';

/** So often it is looked whether the list is due, and whether data are late: neither is a request. */
const CHECK_EVERY_MS = 10_000;
const LEAST_WAIT_MS = 100;

/** The longest wait between tries while the service fails; cards say that they are delayed meanwhile. */
const RETRY_WITHIN_MS = 40_000;

/**
 * Subscriptions that succeed within this time are one reason to poll, a lost connection is another. One
 * that comes and goes is reason for few: the next poll is not far.
 */
const TOGETHER = 250;

/** The first poll waits so long for subscriptions to succeed: before them it would be one more. */
const SUBSCRIBED_WITHIN_MS = 2_000;
const RESYNCS = { capacity: 4, refillMs: () => CHECK_EVERY_MS } as const;

/** With a longer interval nothing is expected to be in play. */
const LONGEST_WHILE_PLAYING = 5 * MINUTE;

export interface ListPollOptions {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** 0 to 1, for the jitter between tries. */
  readonly random: () => number;
  readonly log: Logger;
  /** Whether matches are being subscribed to as this begins. */
  readonly isSubscribing: boolean;
  /** Milliseconds from one reading to the next, as things stand (pacing.ts). */
  readonly interval: () => Promise<number>;
  /** Reads the live list, and takes in what it has. */
  readonly read: () => Promise<void>;
  /** The plan has no live list, or not any more. */
  readonly onNone: () => void;
  /** Done each ten seconds, and after each reading, well or not. */
  readonly review: () => Promise<void>;
}

/** When `GET /live` is read. */
export interface ListPoll {
  /** Whether nothing that the list has can be in play, as far as is known. */
  readonly isIdle: () => boolean;
  /** Something may have been missed. What was pushed before a subscription is not replayed. */
  readonly readSoon: () => void;
  readonly stop: () => Promise<void>;
}

export const startListPoll = (options: ListPollOptions): ListPoll => {
  const { monotonic, random, log, isSubscribing, interval, read, onNone, review } = options;
  const resyncs = createTokenBucket({ monotonic, ...RESYNCS });
  let lastReadAt = -Infinity;
  let isWanted = true;
  let isIdle = false;
  let soon: NodeJS.Timeout | undefined;
  let isWaiting = isSubscribing;

  const readNow = async (): Promise<void> => {
    isWanted = false;
    const at = monotonic();
    try {
      await read();
    } catch (error) {
      if (!(error instanceof NotInPlan)) {
        isWanted = true;
        throw error;
      }
      onNone();
    }
    lastReadAt = at;
  };

  const polling = startLoop({
    onError: (error) => {
      if (!isOutage(error)) log.warn({ err: error }, 'the live poll failed');
    },
    retryDelayMs: CHECK_EVERY_MS,
    maxRetryDelayMs: RETRY_WITHIN_MS,
    random,
    run: async () => {
      if (isWaiting) {
        isWaiting = false;
        return SUBSCRIBED_WITHIN_MS;
      }
      try {
        const every = await interval();
        isIdle = every > LONGEST_WHILE_PLAYING;
        // A connection that comes and goes is no reason where nothing can be in play.
        const isAsked = isWanted && (every < Infinity || lastReadAt === -Infinity);
        if (isAsked || monotonic() - lastReadAt >= every) await readNow();
        const dueInMs = Math.max(LEAST_WAIT_MS, lastReadAt + every - monotonic());
        return Math.min(CHECK_EVERY_MS, dueInMs);
      } finally {
        await review();
      }
    },
  });

  return {
    isIdle: () => isIdle,
    readSoon: () => {
      if (soon !== undefined || !resyncs.take()) return;
      soon = setTimeout(() => {
        soon = undefined;
        isWanted = true;
        polling.wake();
      }, TOGETHER);
    },
    stop: async () => {
      clearTimeout(soon);
      await polling.stop();
    },
  };
};
