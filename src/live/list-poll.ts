import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import {
  isOneOf,
  isOutage,
  NotFound,
  NotInPlan,
  RequestRefused,
  UnreadableAnswer,
} from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';
import type { Clocks } from '../lib/clocks.ts';

/** How often it is checked whether the list is due, and data late; a check is no request. */
const CHECK_INTERVAL_MS = 10_000;
const MIN_WAIT_MS = 100;

/** The longest delay between attempts while the service fails; meanwhile cards say that data is delayed. */
const MAX_RETRY_DELAY_MS = 40_000;

/**
 * Subscriptions within this time cause one poll, as does a lost connection. An unstable connection
 * causes only a few polls.
 */
const DEBOUNCE_MS = 250;

/** The first poll waits for the subscriptions, because they cause another poll. */
const SUBSCRIPTIONS_TIMEOUT_MS = 2_000;
const RESYNCS = { capacity: 4, refillMs: () => CHECK_INTERVAL_MS } as const;

/** With a longer interval no match is expected to be in play. */
const MAX_INTERVAL_IN_PLAY_MS = 5 * MINUTE;

interface ListPollOptions extends Pick<Clocks, 'monotonic'> {
  readonly random: () => number;
  readonly log: Logger;
  /** Whether subscriptions are being opened at the start. */
  readonly isSubscribing: boolean;
  /** @param lastReadAt when the list was last read; minus infinity for never */
  readonly intervalMs: (lastReadAt: number) => Promise<number>;
  readonly read: () => Promise<void>;
  /** The plan or the service has no list for now. */
  readonly onNone: () => void;
  /** Called every ten seconds, and after each read, even if it fails. */
  readonly review: () => Promise<void>;
}

/** A service whose list is missing or unreadable twice in a row is asked again after this. */
const MISSING_RETRY_MS = 10 * MINUTE;

const isNone = isOneOf(NotFound, RequestRefused, UnreadableAnswer);

/** Polls `GET /live`. */
export const startListPoll = (options: ListPollOptions) => {
  const { monotonic, random, log, isSubscribing, intervalMs, read, onNone, review } = options;
  const resyncs = createTokenBucket({ monotonic, ...RESYNCS });
  let lastReadAt = -Infinity;
  let isRequested = true;
  let isIdle = false;
  let isMissing = false;
  let pausedUntil = -Infinity;
  let soon: NodeJS.Timeout | undefined;

  const readNow = async (): Promise<void> => {
    isRequested = false;
    const at = monotonic();
    try {
      await read();
      isMissing = false;
    } catch (error) {
      const wasMissing = isMissing;
      isMissing = isNone(error);
      if (!(error instanceof NotInPlan) && !(isMissing && wasMissing)) {
        isRequested = true;
        throw error;
      }
      if (isMissing) pausedUntil = at + MISSING_RETRY_MS;
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
    firstDelayMs: isSubscribing ? SUBSCRIPTIONS_TIMEOUT_MS : 0,
    run: async () => {
      try {
        const every = await intervalMs(lastReadAt);
        isIdle = every > MAX_INTERVAL_IN_PLAY_MS;
        // An unstable connection is no reason to poll while no match can be in play.
        const isDue = isRequested && (every < Infinity || lastReadAt === -Infinity);
        const isPaused = monotonic() < pausedUntil;
        if (!isPaused && (isDue || monotonic() - lastReadAt >= every)) await readNow();
        const dueAt = Math.max(lastReadAt + every, pausedUntil);
        const dueInMs = Math.max(MIN_WAIT_MS, dueAt - monotonic());
        return Math.min(CHECK_INTERVAL_MS, dueInMs);
      } finally {
        await review();
      }
    },
  });

  return {
    /** Whether no match that the list covers can be in play. */
    isIdle: (): boolean => isIdle,
    /** Updates may have been missed: a subscription replays none. */
    readSoon: (): void => {
      if (soon !== undefined || !resyncs.take()) return;
      soon = setTimeout(() => {
        soon = undefined;
        isRequested = true;
        polling.wake();
      }, DEBOUNCE_MS);
    },
    stop: async (): Promise<void> => {
      clearTimeout(soon);
      await polling.stop();
    },
  };
};
