import type { Quota } from '../domain/quota.ts';
import type { ServiceFailure } from '../domain/service-failure.ts';
import type { Clocks } from '../lib/clocks.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { PadelApi } from '../padel-api/client.ts';
import type { Db } from '../store/database.ts';
import { entriesWaiting } from '../store/inbox.ts';
import { troubleOf, type DatabaseTrouble } from '../store/inspection.ts';
import { setMark } from '../store/marks.ts';
import { refuseNewer } from '../store/migrations.ts';
import { damageOf } from '../store/sqlite-file/damage.ts';
import { oldestUnsent } from '../store/unsent.ts';

/** How the sources of live matches are; instants of the real clock, milliseconds. */
interface FeedVitals {
  /** Whether the realtime server is connected. */
  readonly connected: boolean;
  /** When a source last spoke of live matches; null when none has since the start. */
  readonly heardAt: number | null;
  readonly startedAt: number;
}

/** What the other rooms of the house say of themselves, asked at any moment. */
export interface House {
  readonly feed: () => FeedVitals;
  readonly isDiscordConnected: () => boolean;
  /** By how many milliseconds the machine's clock is ahead of Discord's; null when that is unknown. */
  readonly clockAheadMs: () => number | null;
  /** What one process of all does, by its name, and whether it is this one. */
  readonly parts: () => Readonly<Record<string, boolean>>;
  readonly api: Pick<
    PadelApi,
    'failingSince' | 'failure' | 'heldOffSince' | 'quota' | 'requestsLeft' | 'waiting'
  >;
}

/** How the whole of it is at one moment; what the database would know is null when it fails. */
export interface Vitals {
  /** Real clock, milliseconds, as all instants here. */
  readonly at: number;
  readonly feed: FeedVitals;
  readonly isDiscordConnected: boolean;
  /** What one process of all does, and whether it is this one. */
  readonly parts: Readonly<Record<string, boolean>>;
  readonly padel: {
    /** Since when the service has answered nothing but errors, or nothing; null while it answers. */
    readonly failingSince: number | null;
    readonly failure: ServiceFailure | null;
    /** Since when the service has refused requests (429); null while it takes them. */
    readonly heldOffSince: number | null;
    readonly requestsLeft: number;
    readonly requestsWaiting: number;
    /** What is left of each horizon; null while no process tells. */
    readonly quota: Quota | null;
  };
  /** What is wrong with the database, as writing and reading it showed; null when nothing is. */
  readonly database: DatabaseTrouble | null;
  /** By how many milliseconds the machine's clock is ahead of Discord's; null when that is unknown. */
  readonly clockAheadMs: number | null;
  readonly stored: {
    /** When the oldest alert became known that is still to be sent; null when none is. */
    readonly oldestUnsent: number | null;
    /** Webhook deliveries that are still to be looked into. */
    readonly inbox: number;
  } | null;
}

interface VitalsOptions extends Clocks {
  readonly db: Db;
  readonly house: House;
}

/** Anybody may ask: what was found out serves all who ask within this time, milliseconds. */
const SHARED_FOR = 2_000;

/** A database that has not answered by then is one that fails, milliseconds. */
const ANSWER_WITHIN = 3_000;

/** Reads the vital signs; never throws, a failing database is one of them. */
export const createVitals = (options: VitalsOptions): (() => Promise<Vitals>) => {
  const { db, house, now, monotonic } = options;

  const readStored = async () => {
    // To be read is not enough: a full disk can be read.
    await setMark(db, 'health', now());
    await refuseNewer(db);
    const damage = damageOf(db);
    if (damage !== null) throw damage;
    return { oldestUnsent: await oldestUnsent(db, now()), inbox: await entriesWaiting(db) };
  };

  const read = async (): Promise<Vitals> => {
    const stored = await withTimeout(readStored(), ANSWER_WITHIN).catch((error: unknown) => ({
      error,
    }));
    const { api } = house;
    return {
      at: now(),
      feed: house.feed(),
      isDiscordConnected: house.isDiscordConnected(),
      clockAheadMs: house.clockAheadMs(),
      parts: house.parts(),
      padel: {
        failingSince: api.failingSince(),
        failure: api.failure(),
        heldOffSince: api.heldOffSince(),
        requestsLeft: api.requestsLeft(),
        requestsWaiting: api.waiting(),
        quota: api.quota(),
      },
      ...('error' in stored
        ? { database: troubleOf(stored.error), stored: null }
        : { database: null, stored }),
    };
  };

  let last: { readonly until: number; readonly vitals: Promise<Vitals> } | undefined;
  return () => {
    if (last === undefined || monotonic() >= last.until) {
      last = { until: monotonic() + SHARED_FOR, vitals: read() };
    }
    return last.vitals;
  };
};
