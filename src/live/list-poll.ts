import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { isOutage, NotInPlan } from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';

/**
 * The list finds what begins and mends what pushes left out. When nothing was pushed since it was read
 * last, it may be all there is: a connection that is lost, half-open or silent looks like a quiet one.
 */
const POLL_EVERY = { besidePushes: 20_000, alone: 10_000 } as const;

/** The longest wait between tries while the service fails; cards say that they are delayed meanwhile. */
const RETRY_WITHIN_MS = 40_000;

/**
 * Subscriptions that succeed within this time are one reason to poll, a lost connection is another. One
 * that comes and goes is reason for few: the next poll is not far.
 */
const TOGETHER = 250;

/** The first poll waits so long for subscriptions to succeed: before them it would be one more. */
const SUBSCRIBED_WITHIN_MS = 2_000;
const RESYNCS = { capacity: 4, refillMs: () => POLL_EVERY.alone } as const;

export interface ListPollOptions {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** 0 to 1, for the jitter between tries. */
  readonly random: () => number;
  readonly log: Logger;
  /** Whether matches are being subscribed to as this begins. */
  readonly isSubscribing: boolean;
  /** Reads the live list, and takes in what it has. */
  readonly read: () => Promise<void>;
  /** The plan has no live list, or not any more. */
  readonly onNone: () => void;
  /** Done after each poll, well or not. */
  readonly review: () => Promise<void>;
}

/** When `GET /live` is read. */
export interface ListPoll {
  /** Something was pushed: the list is not all there is. */
  readonly pushed: () => void;
  /** Something may have been missed. What was pushed before a subscription is not replayed. */
  readonly readSoon: () => void;
  readonly stop: () => Promise<void>;
}

export const startListPoll = (options: ListPollOptions): ListPoll => {
  const { monotonic, random, log, isSubscribing, read, onNone, review } = options;
  const resyncs = createTokenBucket({ monotonic, ...RESYNCS });
  let wasPushed = false;
  let soon: NodeJS.Timeout | undefined;
  let isWaiting = isSubscribing;

  const polling = startLoop({
    onError: (error) => {
      if (!isOutage(error)) log.warn({ err: error }, 'the live poll failed');
    },
    restAfterError: POLL_EVERY.alone,
    maxRetryDelayMs: RETRY_WITHIN_MS,
    random,
    run: async () => {
      if (isWaiting) {
        isWaiting = false;
        return SUBSCRIBED_WITHIN_MS;
      }
      try {
        await read();
      } catch (error) {
        if (!(error instanceof NotInPlan)) throw error;
        onNone();
      } finally {
        await review();
      }
      const rest = wasPushed ? POLL_EVERY.besidePushes : POLL_EVERY.alone;
      wasPushed = false;
      return rest;
    },
  });

  return {
    pushed: () => {
      wasPushed = true;
    },
    readSoon: () => {
      if (soon !== undefined || !resyncs.take()) return;
      soon = setTimeout(() => {
        soon = undefined;
        polling.wake();
      }, TOGETHER);
    },
    stop: async () => {
      clearTimeout(soon);
      await polling.stop();
    },
  };
};
