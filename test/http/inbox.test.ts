import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRefresh } from '#src/app/feed.ts';
import { HOUR } from '#src/lib/time.ts';
import type { ChangeNotice } from '#src/padel-api/wire/webhook.ts';
import type { Db } from '#src/store/connection/database.ts';
import { aStore } from '../store/migrated.ts';
import { pendingEntryCount, insertEntry } from '#src/store/processes/inbox.ts';
import { createWebhookWriter, startInbox, type InboxOptions } from '#src/http/inbox.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';

beforeEach(() => vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const aDatabase = async (): Promise<Db> => {
  const { db, close } = await aStore();
  onTestFinished(close);
  return db;
};

const aMatchNotice = (id: number): ChangeNotice => ({
  event: 'match.updated',
  kind: 'match',
  change: 'updated',
  id,
});

let count = 0;

/** A unique webhook. */
const aDelivery = (notice: ChangeNotice = aMatchNotice(5)) => ({
  notice,
  key: `delivery ${(count += 1)}`,
});

const anInbox = async (db: Db, refresh: InboxOptions['refresh'] = () => Promise.resolve()) => {
  const reads: string[] = [];
  const log = aLog();
  const inbox = startInbox({
    db,
    refresh: (notice) => {
      reads.push(`${notice.event} ${notice.id}`);
      return refresh(notice);
    },
    now: Date.now,
    monotonic: Date.now,
    log,
  });
  onTestFinished(inbox.stop);
  await soon();
  const store = createWebhookWriter({ db, now: Date.now, onStored: inbox.wake });
  return { ...inbox, store, reads, log };
};

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const soon = () => pass(0);

/** Work that continues until the test ends it. */
const pendingWork = () => {
  const ends: (() => void)[] = [];
  return {
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    end: async (): Promise<void> => {
      ends.shift()?.();
      await soon();
    },
  };
};

describe('the inbox', () => {
  it('reads the record of a delivery at once, and keeps no pending entry', async () => {
    const db = await aDatabase();
    const { store, reads, stop } = await anInbox(db);
    expect(await store(aDelivery())).toBe(true);
    await soon();
    expect(reads).toEqual(['match.updated 5']);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('reads a match twice for a thousand deliveries: at once, and for the later ones', async () => {
    const db = await aDatabase();
    const { store, reads, stop } = await anInbox(db);
    for (let n = 0; n < 1_000; n += 1) await store(aDelivery());
    await soon();
    expect(reads).toHaveLength(1);
    await pass(4_999);
    expect(reads).toHaveLength(1);
    await pass(1);
    expect(reads).toHaveLength(2);
    await pass(60_000);
    expect(reads).toHaveLength(2);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('reads a record once more, after the current read, for deliveries during that read', async () => {
    const db = await aDatabase();
    const { work, end } = pendingWork();
    const { store, reads, stop } = await anInbox(db, work);
    for (let n = 0; n < 3; n += 1) {
      await store(aDelivery());
      await soon();
    }
    await pass(60_000);
    expect(reads).toHaveLength(1);
    expect(await pendingEntryCount(db)).toBe(3);
    await end();
    expect(await pendingEntryCount(db)).toBe(2);
    await pass(5_000);
    expect(reads).toHaveLength(2);
    await end();
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('reads 250 records in parallel', async () => {
    const db = await aDatabase();
    const { work, end } = pendingWork();
    const { store, reads, stop } = await anInbox(db, work);
    for (let id = 1; id <= 300; id += 1) await store(aDelivery(aMatchNotice(id)));
    await soon();
    expect(reads).toHaveLength(250);
    for (let n = 0; n < 300; n += 1) await end();
    expect(reads).toEqual(Array.from({ length: 300 }, (_, index) => `match.updated ${index + 1}`));
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('reads a new record at once, however many others are delayed', async () => {
    const db = await aDatabase();
    const { store, reads, stop } = await anInbox(db);
    for (let round = 0; round < 2; round += 1) {
      for (let id = 1; id <= 100; id += 1) await store(aDelivery(aMatchNotice(id)));
      await soon();
    }
    await store(aDelivery(aMatchNotice(999)));
    await soon();
    expect(reads.slice(100)).toEqual(['match.updated 999']);
    await stop();
  });

  it('handles several deliveries about each of many records', async () => {
    const db = await aDatabase();
    const { store, reads, stop } = await anInbox(db);
    for (let round = 0; round < 3; round += 1) {
      for (let id = 1; id <= 200; id += 1) await store(aDelivery(aMatchNotice(id)));
      await soon();
    }
    await pass(5_000);
    expect(reads).toHaveLength(400);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('retries a record that cannot be read after 30 seconds', async () => {
    const db = await aDatabase();
    let isDown = true;
    const { store, reads, log, stop } = await anInbox(db, () =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(),
    );
    await store(aDelivery());
    await soon();
    expect(log.lines).toEqual(['warn webhook record could not be read, retrying in 30 s']);
    isDown = false;
    await pass(29_999);
    expect(reads).toHaveLength(1);
    await pass(1);
    expect(reads).toHaveLength(2);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });
});

describe('a stored delivery without a notification', () => {
  it('is handled after five seconds', async () => {
    const db = await aDatabase();
    const { reads, stop } = await anInbox(db);
    // As left by another process whose notification was lost.
    await insertEntry(db, { key: 'a', kind: 'match', change: 'updated', recordId: 7 }, NOON);
    await pass(4_999);
    expect(reads).toEqual([]);
    await pass(1);
    expect(reads).toEqual(['match.updated 7']);
    await stop();
  });
});

describe('a service that is down', () => {
  it('is logged once a minute, however many records cannot be read', async () => {
    const db = await aDatabase();
    const { store, reads, log, stop } = await anInbox(db, () => Promise.reject(new Error('down')));
    for (let id = 1; id <= 100; id += 1) await store(aDelivery(aMatchNotice(id)));
    await pass(59_999);
    expect(reads.length).toBeGreaterThanOrEqual(200);
    expect(log.lines).toHaveLength(1);
    await pass(30_001);
    expect(log.lines).toHaveLength(2);
    await stop();
  });
});

describe('a read that does not end', () => {
  it('is repeated after a timeout, and its entry stays pending until the second read ends', async () => {
    const db = await aDatabase();
    const { work, end } = pendingWork();
    const { store, reads, log, stop } = await anInbox(db, work);
    await store(aDelivery());
    await pass(10 * 60_000);
    expect(log.lines).toEqual(['warn webhook record could not be read, retrying in 30 s']);
    await pass(30_000);
    expect(reads).toHaveLength(2);
    await end();
    expect(await pendingEntryCount(db)).toBe(1);
    await end();
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('does not delay the stop, and its later failure is not logged', async () => {
    const db = await aDatabase();
    const fails: (() => void)[] = [];
    const never = () =>
      new Promise<void>((_, reject) =>
        fails.push(() => {
          reject(new Error('closed'));
        }),
      );
    const { store, log, stop } = await anInbox(db, never);
    await store(aDelivery());
    await soon();
    await stop();
    for (const fail of fails) fail();
    await soon();
    expect(log.lines).toEqual([]);
    expect(await pendingEntryCount(db)).toBe(1);
  });
});

describe('a match', () => {
  it.each([
    ['that was updated', 'updated', ['forget 5', 'read 5']],
    ['that was backfilled', 'backfilled', ['forget 5']],
  ] as const)('%s causes the right reads', async (_what, change, done) => {
    const seen: string[] = [];
    const read = (id: number) => Promise.resolve(void seen.push(`read ${id}`));
    const refresh = createRefresh({
      api: { forgetMatch: (id) => void seen.push(`forget ${id}`) },
      live: { refreshMatch: read, refreshCalendar: () => void seen.push('calendar') },
      directorySync: { refresh: ({ id }) => read(id) },
    });
    await refresh({ event: `match.group.${change}`, kind: 'match', change, id: 5 });
    expect(seen).toEqual(done);
  });
});

it.each([
  ['updated', ['calendar', 'read 5']],
  // Past matches, without alerts.
  ['backfilled', []],
] as const)('a tournament that was %s causes the right reads', async (change, done) => {
  const seen: string[] = [];
  const read = (id: number) => Promise.resolve(void seen.push(`read ${id}`));
  const refresh = createRefresh({
    api: { forgetMatch: () => undefined },
    live: { refreshMatch: read, refreshCalendar: () => void seen.push('calendar') },
    directorySync: { refresh: ({ id }) => read(id) },
  });
  await refresh({ event: `tournament.${change}`, kind: 'tournament', change, id: 5 });
  expect(seen).toEqual(done);
});

describe('the inbox after a restart', () => {
  it('handles stored entries that were not handled', async () => {
    const db = await aDatabase();
    // As left by a process that was killed between its response and the read.
    const entry = { key: 'a', kind: 'match', change: 'deleted', recordId: 7 };
    await insertEntry(db, entry, NOON - 60_000);
    const { reads, stop } = await anInbox(db);
    expect(reads).toEqual(['match.deleted 7']);
    await stop();
  });

  it('does not repeat handled entries', async () => {
    const db = await aDatabase();
    const first = await anInbox(db);
    await first.store(aDelivery());
    await soon();
    await first.stop();
    const second = await anInbox(db);
    expect(second.reads).toEqual([]);
    await second.stop();
  });

  it('repeats a read that failed', async () => {
    const db = await aDatabase();
    const first = await anInbox(db, () => Promise.reject(new Error('down')));
    await first.store(aDelivery());
    await soon();
    await first.stop();
    const second = await anInbox(db);
    expect(second.reads).toEqual(['match.updated 5']);
    await second.stop();
  });

  it('repeats a read that was not finished', async () => {
    const db = await aDatabase();
    const { work, end } = pendingWork();
    const first = await anInbox(db, work);
    await first.store(aDelivery());
    await soon();
    await first.stop();
    await end();
    expect(await pendingEntryCount(db)).toBe(1);
    const second = await anInbox(db);
    expect(second.reads).toEqual(['match.updated 5']);
    await second.stop();
  });

  it('drops and logs an entry of another release whose kind is unknown', async () => {
    const db = await aDatabase();
    await insertEntry(db, { key: 'a', kind: 'court', change: 'moved', recordId: 7 }, NOON);
    const { reads, log, stop } = await anInbox(db);
    expect(reads).toEqual([]);
    expect(await pendingEntryCount(db)).toBe(0);
    expect(log.lines).toEqual(['warn webhook entry dropped: nothing reads its kind']);
    expect(log.details).toEqual([{ record: 'court:7', change: 'moved' }]);
    await stop();
  });
});

describe('a repeated delivery', () => {
  it('is ignored within ten minutes, and causes one read afterwards', async () => {
    const db = await aDatabase();
    const { store, reads, stop } = await anInbox(db);
    const delivery = aDelivery();
    expect(await store(delivery)).toBe(true);
    await pass(9 * 60_000);
    expect(await store(delivery)).toBe(false);
    await pass(2 * 60_000);
    expect(await store(delivery)).toBe(true);
    await soon();
    expect(reads).toHaveLength(2);
    await stop();
  });
});

describe('an entry that could not be handled', () => {
  it('is dropped after a day', async () => {
    const db = await aDatabase();
    for (const hours of [23, 25]) {
      const entry = { key: `${hours}`, kind: 'match', change: 'deleted', recordId: hours };
      await insertEntry(db, entry, NOON - hours * HOUR);
    }
    const { log, stop } = await anInbox(db, () => Promise.reject(new Error('down')));
    await pass(2 * 60_000);
    expect(await pendingEntryCount(db)).toBe(1);
    expect(log.lines).toContain('warn webhook entries dropped: not handled within a day');
    expect(log.details).toContainEqual({ dropped: 1 });
    await stop();
  });
});
