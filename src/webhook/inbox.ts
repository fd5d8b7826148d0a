import type { Clocks } from '../lib/clocks.ts';
import { createLimiter } from '../lib/limiter.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { createThrottledLog } from '../lib/throttled-log.ts';
import { MINUTE } from '../lib/time.ts';
import { hintWire, type Hint } from '../padel-api/wire/webhook.ts';
import type { Db } from '../store/database.ts';
import {
  forgetEntries,
  keepEntry,
  markHandled,
  waitingRecords,
  type WaitingRecord,
} from '../store/inbox.ts';
import type { Told } from './delivery.ts';

export interface InboxOptions extends Clocks {
  readonly db: Db;
  /** Looks into what may have changed; resolves when it was read, and rejects when it could not be. */
  readonly look: (hint: Hint) => Promise<void>;
  readonly log: Logger;
}

/** What webhooks tell is kept until it was looked into: over a restart, too. */
interface Inbox {
  /** Something may have been kept. */
  readonly wake: () => void;
  /** What was not looked into by then is looked into after the next start. */
  readonly stop: () => Promise<void>;
}

/**
 * Records that are looked into at once. Most of them wait for their turn with whoever reads, who has
 * to see how many there are: one reading of a list may serve them all.
 */
const AT_ONCE = 250;

/** After this the feed has forgotten the record, and it is handed over again. */
const LOOK_TIMEOUT_MS = 10 * MINUTE;

/** A record is not looked into again before this: whatever is told of it meanwhile is one look. */
const REST = 5_000;
const REST_AFTER_FAILURE = 30_000;

/** Whoever keeps a delivery wakes whoever looks; between processes that may fail. */
const LOOK_AGAIN = 5_000;

const TIDY_EVERY = MINUTE;

/**
 * A copy of a delivery is known for so long: the sender's last try comes two minutes after its first,
 * time-outs included (time-limits.ts). What is replayed after that costs one look.
 */
const KNOWN_FOR = 10 * MINUTE;

/** Longer than the service is ever down; what is not looked into is left to the next reading of the lists. */
const WORTH_A_LOOK_FOR = 24 * 60 * MINUTE;

/** Rows that are kept at most besides what waits: some ten megabytes. */
const MOST = 50_000;

const nameOf = ({ kind, recordId }: WaitingRecord): string => `${kind}:${recordId}`;

/** Starts to look into what is kept: at first what was left by the last run. */
export const startInbox = (options: InboxOptions): Inbox => {
  const { db, look, now, monotonic, log } = options;
  /** Until when each record rests that was looked into. */
  const resting = new Map<string, number>();
  const stopping = new AbortController();

  // While the service is down everything fails, again and again.
  const warn = createThrottledLog(log, monotonic);

  const limiter = createLimiter({
    capacity: AT_ONCE,
    wake: () => {
      looking.wake();
    },
    enough: 1,
    onError: (error, record) => {
      if (stopping.signal.aborted) return;
      resting.set(record, monotonic() + REST_AFTER_FAILURE);
      warn({ err: error, record }, 'what a webhook told could not be looked into; I try again');
    },
  });

  const lookInto = async (record: WaitingRecord): Promise<void> => {
    const { kind, change, recordId } = record;
    const hint = hintWire.safeParse({ event: `${kind}.${change}`, data: { id: recordId } });
    if (hint.success) await withTimeout(look(hint.data), LOOK_TIMEOUT_MS, stopping.signal);
    else
      log.warn({ record: nameOf(record), change }, 'webhook entry dropped: nothing reads its kind');
    // The database may be closed by now: after the next start it is looked into again.
    if (stopping.signal.aborted) return;
    await markHandled(db, record, now());
    resting.set(nameOf(record), monotonic() + REST);
  };

  const looking = startLoop({
    onError: (error) => {
      log.error({ err: error }, 'what webhooks told cannot be read; I try again');
    },
    run: async (signal) => {
      for (const [name, until] of resting) if (until <= monotonic()) resting.delete(name);
      let next = monotonic() + LOOK_AGAIN;
      for (const record of await waitingRecords(db, resting.size + AT_ONCE)) {
        if (signal.aborted || limiter.available() === 0) break;
        const until = resting.get(nameOf(record));
        if (until === undefined) limiter.launch(nameOf(record), () => lookInto(record));
        else next = Math.min(next, until);
      }
      return next - monotonic();
    },
  });

  const tidying = startLoop({
    onError: (error) => {
      log.error({ err: error }, 'what webhooks told long ago could not be forgotten');
    },
    retryDelayMs: TIDY_EVERY,
    run: async () => {
      const dropped = await forgetEntries(db, {
        handledBefore: now() - KNOWN_FOR,
        receivedBefore: now() - WORTH_A_LOOK_FOR,
        most: MOST,
      });
      if (dropped > 0) log.warn({ dropped }, 'webhook entries dropped: not handled within a day');
      return TIDY_EVERY;
    },
  });

  return {
    wake: looking.wake,
    stop: async () => {
      stopping.abort();
      await Promise.all([looking.stop(), tidying.stop()]);
    },
  };
};

export interface KeeperOptions extends Pick<InboxOptions, 'db' | 'now'> {
  /** Is told of whatever is new. */
  readonly kept: () => void;
}

/** Keeps what webhooks tell; answers false when the same delivery is kept already. */
export const createKeeper =
  ({ db, now, kept }: KeeperOptions) =>
  async ({ key, hint: { kind, change, id: recordId } }: Told): Promise<boolean> => {
    const isNew = await keepEntry(db, { key, kind, change, recordId }, now());
    if (isNew) kept();
    return isNew;
  };
