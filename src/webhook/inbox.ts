import { createInFlight } from '../lib/in-flight.ts';
import { Late } from '../lib/in-time.ts';
import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { createSeldomWarn } from '../lib/seldom.ts';
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

export interface InboxOptions {
  readonly db: Db;
  /** Refreshes what a change notice names; rejects when it could not be read. */
  readonly look: (hint: Hint) => Promise<void>;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
}

/** The inbox keeps webhook notices until they are handled, also across a restart. */
interface Inbox {
  /** Something may have been stored. */
  readonly wake: () => void;
  /** Notices that are not handled by then are handled after the next start. */
  readonly stop: () => Promise<void>;
}

/**
 * Concurrent records. Many, since most of them wait for the reader, which serves many with one read of
 * a list.
 */
const AT_ONCE = 250;

/** Timeout of a record, milliseconds; then it is handed over again. */
const LOOK_WITHIN = 10 * 60_000;

/** Minimum time between two reads of a record: notices in between share one read. */
const REST = 5_000;
const REST_AFTER_FAILURE = 30_000;

/** Polling interval: the wake-up by the writer may be lost between processes. */
const LOOK_AGAIN = 5_000;

const MINUTE = 60_000;
const TIDY_EVERY = MINUTE;

/**
 * How long copies are recognized: the sender's last retry comes two minutes after its first try,
 * timeouts included (time-limits.ts). A later replay costs one read.
 */
const KNOWN_FOR = 10 * MINUTE;

/** Longer than any outage of the service; older notices are left to the next sync of the lists. */
const WORTH_A_LOOK_FOR = 24 * 60 * MINUTE;

/** Maximum number of handled rows: some ten megabytes. */
const MOST = 50_000;

const nameOf = ({ kind, recordId }: WaitingRecord): string => `${kind}:${recordId}`;

/** Starts to handle the stored notices, first those of the last run. */
export const startInbox = (options: InboxOptions): Inbox => {
  const { db, look, now, monotonic, log } = options;
  /** When each record that was read may be read again. */
  const resting = new Map<string, number>();
  let isStopping = false;

  // During an outage every record fails, again and again.
  const warn = createSeldomWarn(log, monotonic);

  const inFlight = createInFlight({
    max: AT_ONCE,
    wake: () => {
      looking.wake();
    },
    enough: 1,
    onError: (error, record) => {
      if (isStopping) return;
      resting.set(record, monotonic() + REST_AFTER_FAILURE);
      warn({ err: error, record }, 'webhook record could not be read, retrying in 30 s');
    },
  });

  /** @throws Late */
  const lookInTime = async (hint: Hint): Promise<void> => {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Late(LOOK_WITHIN));
    }, LOOK_WITHIN).unref();
    try {
      await Promise.race([look(hint), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };

  const lookInto = async (record: WaitingRecord): Promise<void> => {
    const { kind, change, recordId } = record;
    const hint = hintWire.safeParse({ event: `${kind}.${change}`, data: { id: recordId } });
    if (hint.success) await lookInTime(hint.data);
    else
      log.warn({ record: nameOf(record), change }, 'webhook entry dropped: nothing reads its kind');
    // The database may be closed: the record is handled after the next start.
    if (isStopping) return;
    await markHandled(db, record, now());
    resting.set(nameOf(record), monotonic() + REST);
  };

  const looking = startLoop({
    onError: (error) => {
      log.error({ err: error }, 'webhook inbox unreadable, retrying');
    },
    run: async (signal) => {
      for (const [name, until] of resting) if (until <= monotonic()) resting.delete(name);
      let next = monotonic() + LOOK_AGAIN;
      for (const record of await waitingRecords(db, resting.size + AT_ONCE)) {
        if (signal.aborted || inFlight.room() === 0) break;
        const until = resting.get(nameOf(record));
        if (until === undefined) inFlight.launch(nameOf(record), () => lookInto(record));
        else next = Math.min(next, until);
      }
      return next - monotonic();
    },
  });

  const tidying = startLoop({
    onError: (error) => {
      log.error({ err: error }, 'old webhook deliveries could not be deleted');
    },
    restAfterError: TIDY_EVERY,
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
      isStopping = true;
      await Promise.all([looking.stop(), tidying.stop()]);
    },
  };
};

export interface KeeperOptions extends Pick<InboxOptions, 'db' | 'now'> {
  /** Called for each new notice. */
  readonly kept: () => void;
}

/** Stores change notices; returns false for a copy. */
export const createKeeper =
  ({ db, now, kept }: KeeperOptions) =>
  async ({ key, hint: { kind, change, id: recordId } }: Told): Promise<boolean> => {
    const isNew = await keepEntry(db, { key, kind, change, recordId }, now());
    if (isNew) kept();
    return isNew;
  };
