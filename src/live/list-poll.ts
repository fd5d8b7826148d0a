import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import { isOutage, NotInPlan } from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';

/** So often it is checked whether the list is due, and whether data is late: neither is a request. */
const CHECK_INTERVAL_MS = 10_000;
const MIN_WAIT_MS = 100;

/** The longest delay between tries while the service fails; cards say that they are delayed meanwhile. */
const MAX_RETRY_DELAY_MS = 40_000;

/**
 * Subscriptions within this time are one reason to poll, a lost connection is another. A connection
 * that comes and goes is a reason for a few polls only: the next one is near.
 */
const DEBOUNCE_MS = 250;

/** The first poll waits for subscriptions, because they are a reason to poll again. */
const SUBSCRIPTIONS_TIMEOUT_MS = 2_000;
const RESYNCS = { capacity: 4, refillMs: () => CHECK_INTERVAL_MS } as const;

/** With a longer interval nothing is expected to be in play. */
const MAX_INTERVAL_IN_PLAY_MS = 5 * MINUTE;

export interface ListPollOptions {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** 0 to 1, for the jitter between tries. */
  readonly random: () => number;
  readonly log: Logger;
  /** Whether matches are being subscribed to as this begins. */
  readonly isSubscribing: boolean;
  /** From one read to the next, as things stand (pacing.ts). */
  readonly intervalMs: () => Promise<number>;
  /** Reads the live list, and takes its rows in. */
  readonly read: () => Promise<void>;
  /** The plan has no live list, or not any more. */
  readonly onNone: () => void;
  /** Called each ten seconds, and after each read, even if it fails. */
  readonly review: () => Promise<void>;
}

/** When `GET /live` is read. */
export interface ListPoll {
  /** Whether nothing that the list has can be in play, as far as is known. */
  readonly isIdle: () => boolean;
  /** Updates may have been missed: those before a subscription are not replayed. */
  readonly readSoon: () => void;
  readonly stop: () => Promise<void>;
}

export const startListPoll = (options: ListPollOptions): ListPoll => {
  const { monotonic, random, log, isSubscribing, intervalMs, read, onNone, review } = options;
  const resyncs = createTokenBucket({ monotonic, ...RESYNCS });
  let lastReadAt = -Infinity;
  let isRequested = true;
  let isIdle = false;
  let soon: NodeJS.Timeout | undefined;
  let isWaiting = isSubscribing;

  const readNow = async (): Promise<void> => {
    isRequested = false;
    const at = monotonic();
    try {
      await read();
    } catch (error) {
      if (!(error instanceof NotInPlan)) {
        isRequested = true;
        throw error;
      }
      onNone();
    }
    lastReadAt = at;
  };

  const polling = startLoop({
    onError: (error) => {
      if (!isOutage(error)) log.warn({ err: error }, 'live poll failed, retrying');
    },
    retryDelayMs: CHECK_INTERVAL_MS,
    maxRetryDelayMs: MAX_RETRY_DELAY_MS,
    random,
    run: async () => {
      if (isWaiting) {
        isWaiting = false;
        return SUBSCRIPTIONS_TIMEOUT_MS;
      }
      try {
        const every = await intervalMs();
        isIdle = every > MAX_INTERVAL_IN_PLAY_MS;
        // A connection that comes and goes is no reason to poll while nothing can be in play.
        const isDue = isRequested && (every < Infinity || lastReadAt === -Infinity);
        if (isDue || monotonic() - lastReadAt >= every) await readNow();
        const dueInMs = Math.max(MIN_WAIT_MS, lastReadAt + every - monotonic());
        return Math.min(CHECK_INTERVAL_MS, dueInMs);
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
        isRequested = true;
        polling.wake();
      }, DEBOUNCE_MS);
    },
    stop: async () => {
      clearTimeout(soon);
      await polling.stop();
    },
  };
};
