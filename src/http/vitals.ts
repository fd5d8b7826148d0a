import type { ServiceState } from '../domain/quota.ts';
import type { Clocks } from '../lib/clocks.ts';
import { MINUTE } from '../lib/time.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Db } from '../store/connection/database.ts';
import type { TrackRecord } from '../domain/probability/track-record.ts';
import { trackRecord } from '../store/matches/predictions.ts';
import { pendingEntryCount } from '../store/processes/inbox.ts';
import { troubleOf, type DatabaseTrouble } from '../store/trouble.ts';
import { setCheckpoint } from '../store/processes/checkpoints.ts';
import { refuseNewer } from '../store/migrations/migrations.ts';
import { damageOf } from '../store/sqlite-file/damage.ts';
import { oldestUndeliveredAt } from '../store/outbox/backlog.ts';

/** The sources of live matches; instants are wall clock milliseconds. */
interface FeedVitals {
  readonly connected: boolean;
  /** When a source last reported live matches; null when none has since the start. */
  readonly lastUpdateAt: number | null;
  readonly startedAt: number;
  /** Matches that the live list updates while nothing is pushed of them, and since when. */
  readonly silent: readonly {
    readonly matchId: number;
    readonly name: string;
    readonly since: number;
  }[];
}

/** The vital signs of the other modules at one moment. */
export interface BotVitals {
  readonly feed: FeedVitals;
  readonly isDiscordConnected: boolean;
  /** How far the machine's clock is ahead of Discord's, milliseconds; null when unknown. */
  readonly clockAheadMs: number | null;
  /** The single-process roles by name, and whether this process holds them. */
  readonly roles: Readonly<Record<string, boolean>>;
  readonly service: ServiceState;
}

/** All vital signs; those from the database are null when it fails. */
export interface Vitals extends BotVitals {
  /** Wall clock milliseconds, like all instants here. */
  readonly at: number;
  /** How good the predictions of decided matches were; null while that is not known. */
  readonly trackRecord: TrackRecord | null;
  /** The fault of the database, found by writing and reading; null without one. */
  readonly database: DatabaseTrouble | null;
  readonly stored: {
    /** When the oldest undelivered alert became known; null without one. */
    readonly oldestUndeliveredAt: number | null;
    readonly inbox: number;
  } | null;
}

interface VitalsOptions extends Clocks {
  readonly db: Db;
  readonly botVitals: () => BotVitals;
}

/** How long requests share a result, milliseconds: the endpoint is public. */
const CACHE_MS = 2_000;

/** It changes with each decided match, and takes milliseconds of a large table. */
const RECORD_CACHE_MS = 10 * MINUTE;

/** Timeout after which the database counts as failing, milliseconds. */
const DATABASE_TIMEOUT_MS = 3_000;

/** Reads the vital signs; never throws, since a failing database is one of them. */
export const createVitals = (options: VitalsOptions): (() => Promise<Vitals>) => {
  const { db, botVitals, now, monotonic } = options;

  const readStored = async () => {
    // Writes, too: a full disk can still be read.
    await setCheckpoint(db, 'health', now());
    await refuseNewer(db);
    const damage = damageOf(db);
    if (damage !== null) throw damage;
    return {
      oldestUndeliveredAt: await oldestUndeliveredAt(db, now()),
      inbox: await pendingEntryCount(db),
    };
  };

  let record: { readonly until: number; readonly read: Promise<TrackRecord | null> } | undefined;
  /** A statistic: it is read rarely, and its failure is no fault of the database. */
  const readRecord = (): Promise<TrackRecord | null> => {
    if (record === undefined || monotonic() >= record.until) {
      const read = withTimeout(trackRecord(db), DATABASE_TIMEOUT_MS).catch(() => null);
      record = { until: monotonic() + RECORD_CACHE_MS, read };
    }
    return record.read;
  };

  const read = async (): Promise<Vitals> => {
    const stored = await withTimeout(readStored(), DATABASE_TIMEOUT_MS).catch((error: unknown) => ({
      error,
    }));
    return {
      at: now(),
      ...botVitals(),
      trackRecord: 'error' in stored ? null : await readRecord(),
      ...('error' in stored
        ? { database: troubleOf(stored.error), stored: null }
        : { database: null, stored }),
    };
  };

  let last: { readonly until: number; readonly vitals: Promise<Vitals> } | undefined;
  return () => {
    if (last === undefined || monotonic() >= last.until) {
      last = { until: monotonic() + CACHE_MS, vitals: read() };
    }
    return last.vitals;
  };
};
