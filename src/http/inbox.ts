import type { Clocks } from '../lib/clocks.ts';
import { createLimiter } from '../lib/limiter.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { createThrottledLog } from '../lib/throttled-log.ts';
import { MINUTE } from '../lib/time.ts';
import { changeNoticeWire, type ChangeNotice } from '../padel-api/wire/webhook.ts';
import type { Db } from '../store/connection/database.ts';
import {
  deleteOldEntries,
  insertEntry,
  markHandled,
  pendingRecords,
  type PendingRecord,
} from '../store/processes/inbox.ts';
import type { VerifiedWebhook } from './webhook-delivery.ts';

export interface InboxOptions extends Clocks {
  readonly db: Db;
  /** Refreshes what a change notice names; rejects when it could not be read. */
  readonly refresh: (notice: ChangeNotice) => Promise<void>;
  readonly log: Logger;
}

/**
 * Concurrent records. Many, since most of them wait for the reader, which serves many with one read of
 * a list.
 */
const MAX_CONCURRENT = 250;

/** After this the feed has forgotten the record, and it is handed over again. */
const REFRESH_TIMEOUT_MS = 10 * MINUTE;

/** Minimum time between two reads of a record: notices in between share one read. */
const MIN_REFRESH_INTERVAL_MS = 5_000;
const RETRY_DELAY_MS = 30_000;

/** Polling interval: the wake-up by the writer may be lost between processes. */
const POLL_INTERVAL_MS = 5_000;

const CLEANUP_INTERVAL_MS = MINUTE;

/**
 * How long copies are recognized: the sender's last retry comes two minutes after its first try,
 * timeouts included. A later replay costs one read.
 */
const DEDUPE_WINDOW_MS = 10 * MINUTE;

/** Longer than any outage of the service; older notices are left to the next sync of the lists. */
const MAX_AGE_MS = 24 * 60 * MINUTE;

/** Maximum number of handled rows: some ten megabytes. */
const MAX_HANDLED = 50_000;

const nameOf = ({ kind, recordId }: PendingRecord): string => `${kind}:${recordId}`;

/** The inbox keeps webhook notices until they are handled, also across a restart. */
export const startInbox = (options: InboxOptions) => {
  const { db, refresh, now, monotonic, log } = options;
  const notBefore = new Map<string, number>();
  const stopping = new AbortController();

  // During an outage every record fails, again and again.
  const warn = createThrottledLog(log, monotonic);

  const limiter = createLimiter({
    capacity: MAX_CONCURRENT,
    wake: () => {
      loop.wake();
    },
    enough: 1,
    onError: (error, record) => {
      if (stopping.signal.aborted) return;
      notBefore.set(record, monotonic() + RETRY_DELAY_MS);
      warn({ err: error, record }, 'webhook record could not be read, retrying in 30 s');
    },
  });

  const handle = async (record: PendingRecord): Promise<void> => {
    const { kind, change, recordId } = record;
    const notice = changeNoticeWire.safeParse({
      event: `${kind}.${change}`,
      data: { id: recordId },
    });
    if (notice.success)
      await withTimeout(refresh(notice.data), REFRESH_TIMEOUT_MS, stopping.signal);
    else
      log.warn({ record: nameOf(record), change }, 'webhook entry dropped: nothing reads its kind');
    // The database may be closed: the record is handled after the next start.
    if (stopping.signal.aborted) return;
    await markHandled(db, record, now());
    notBefore.set(nameOf(record), monotonic() + MIN_REFRESH_INTERVAL_MS);
  };

  const loop = startLoop({
    onError: (error) => {
      log.error({ err: error }, 'webhook inbox unreadable, retrying');
    },
    run: async (signal) => {
      for (const [name, until] of notBefore) if (until <= monotonic()) notBefore.delete(name);
      let next = monotonic() + POLL_INTERVAL_MS;
      for (const record of await pendingRecords(db, notBefore.size + MAX_CONCURRENT)) {
        if (signal.aborted || limiter.available() === 0) break;
        const until = notBefore.get(nameOf(record));
        if (until === undefined) limiter.launch(nameOf(record), () => handle(record));
        else next = Math.min(next, until);
      }
      return next - monotonic();
    },
  });

  const cleanup = startLoop({
    onError: (error) => {
      log.error({ err: error }, 'old webhook deliveries could not be deleted');
    },
    retryDelayMs: CLEANUP_INTERVAL_MS,
    run: async () => {
      const dropped = await deleteOldEntries(db, {
        handledBefore: now() - DEDUPE_WINDOW_MS,
        receivedBefore: now() - MAX_AGE_MS,
        most: MAX_HANDLED,
      });
      if (dropped > 0) log.warn({ dropped }, 'webhook entries dropped: not handled within a day');
      return CLEANUP_INTERVAL_MS;
    },
  });

  return {
    wake: loop.wake,
    /** Notices that are not handled by then are handled after the next start. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all([loop.stop(), cleanup.stop()]);
    },
  };
};

export interface WebhookWriterOptions extends Pick<InboxOptions, 'db' | 'now'> {
  readonly onStored: () => void;
}

/** Stores change notices; returns false for a copy. */
export const createWebhookWriter =
  ({ db, now, onStored }: WebhookWriterOptions) =>
  async ({ key, notice: { kind, change, id: recordId } }: VerifiedWebhook): Promise<boolean> => {
    const isNew = await insertEntry(db, { key, kind, change, recordId }, now());
    if (isNew) onStored();
    return isNew;
  };
