import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresh } from '#src/app/feed.ts';
import { HOUR } from '#src/lib/time.ts';
import type { ChangeNotice } from '#src/padel-api/wire/webhook.ts';
import { aStore } from '../store/migrated.ts';
import { pendingEntryCount, insertEntry } from '#src/store/processes/inbox.ts';
import { createWebhookWriter, startInbox, type InboxOptions } from '#src/http/inbox.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';

/** The database of each test. */
let store: Awaited<ReturnType<typeof aStore>>;
const running = new Set<() => Promise<void>>();

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  store = await aStore();
});

afterEach(async () => {
  for (const stop of running) await stop();
  running.clear();
  await store.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

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

/** An inbox of the database, which stops with the test; `take` stores a delivery, true for a new one. */
const anInbox = async (refresh: InboxOptions['refresh'] = () => Promise.resolve()) => {
  const { db } = store;
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
  running.add(inbox.stop);
  await soon();
  const take = createWebhookWriter({ db, now: Date.now, onStored: inbox.wake });
  return { ...inbox, take, reads, log };
};

const pending = () => pendingEntryCount(store.db);
const leave = (entry: Partial<Parameters<typeof insertEntry>[1]>, at = NOON) =>
  insertEntry(store.db, { key: 'a', kind: 'match', change: 'deleted', recordId: 7, ...entry }, at);

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
    const { take, reads } = await anInbox();
    expect(await take(aDelivery())).toBe(true);
    await soon();
    expect(reads).toEqual(['match.updated 5']);
    expect(await pending()).toBe(0);
  });

  it('reads a match twice for a thousand deliveries: at once, and for the later ones', async () => {
    const { take, reads } = await anInbox();
    for (let n = 0; n < 1_000; n += 1) await take(aDelivery());
    await soon();
    expect(reads).toHaveLength(1);
    await pass(4_999);
    expect(reads).toHaveLength(1);
    await pass(1);
    expect(reads).toHaveLength(2);
    await pass(60_000);
    expect(reads).toHaveLength(2);
    expect(await pending()).toBe(0);
  });

  it('reads a record once more, after the current read, for deliveries during that read', async () => {
    const { work, end } = pendingWork();
    const { take, reads } = await anInbox(work);
    for (let n = 0; n < 3; n += 1) {
      await take(aDelivery());
      await soon();
    }
    await pass(60_000);
    expect(reads).toHaveLength(1);
    expect(await pending()).toBe(3);
    await end();
    expect(await pending()).toBe(2);
    await pass(5_000);
    expect(reads).toHaveLength(2);
    await end();
    expect(await pending()).toBe(0);
  });

  it('reads 250 records in parallel', async () => {
    const { work, end } = pendingWork();
    const { take, reads } = await anInbox(work);
    for (let id = 1; id <= 300; id += 1) await take(aDelivery(aMatchNotice(id)));
    await soon();
    expect(reads).toHaveLength(250);
    for (let n = 0; n < 300; n += 1) await end();
    expect(reads).toEqual(Array.from({ length: 300 }, (_, index) => `match.updated ${index + 1}`));
    expect(await pending()).toBe(0);
  });

  it('reads a new record at once, however many others are delayed', async () => {
    const { take, reads } = await anInbox();
    for (let round = 0; round < 2; round += 1) {
      for (let id = 1; id <= 100; id += 1) await take(aDelivery(aMatchNotice(id)));
      await soon();
    }
    await take(aDelivery(aMatchNotice(999)));
    await soon();
    expect(reads.slice(100)).toEqual(['match.updated 999']);
  });

  it('handles several deliveries about each of many records', async () => {
    const { take, reads } = await anInbox();
    for (let round = 0; round < 3; round += 1) {
      for (let id = 1; id <= 200; id += 1) await take(aDelivery(aMatchNotice(id)));
      await soon();
    }
    await pass(5_000);
    expect(reads).toHaveLength(400);
    expect(await pending()).toBe(0);
  });

  it('retries a record that cannot be read after 30 seconds', async () => {
    let isDown = true;
    const { take, reads, log } = await anInbox(() =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(),
    );
    await take(aDelivery());
    await soon();
    expect(log.lines).toEqual(['warn webhook record could not be read, retrying in 30 s']);
    isDown = false;
    await pass(29_999);
    expect(reads).toHaveLength(1);
    await pass(1);
    expect(reads).toHaveLength(2);
    expect(await pending()).toBe(0);
  });
});

describe('a stored delivery without a notification', () => {
  it('is handled after five seconds', async () => {
    const { reads } = await anInbox();
    // As left by another process whose notification was lost.
    await leave({ change: 'updated' });
    await pass(4_999);
    expect(reads).toEqual([]);
    await pass(1);
    expect(reads).toEqual(['match.updated 7']);
  });
});

describe('a service that is down', () => {
  it('is logged once a minute, however many records cannot be read', async () => {
    const { take, reads, log } = await anInbox(() => Promise.reject(new Error('down')));
    for (let id = 1; id <= 100; id += 1) await take(aDelivery(aMatchNotice(id)));
    await pass(59_999);
    expect(reads.length).toBeGreaterThanOrEqual(200);
    expect(log.lines).toHaveLength(1);
    await pass(30_001);
    expect(log.lines).toHaveLength(2);
  });
});

describe('a read that does not end', () => {
  it('is repeated after a timeout, and its entry stays pending until the second read ends', async () => {
    const { work, end } = pendingWork();
    const { take, reads, log } = await anInbox(work);
    await take(aDelivery());
    await pass(10 * 60_000);
    expect(log.lines).toEqual(['warn webhook record could not be read, retrying in 30 s']);
    await pass(30_000);
    expect(reads).toHaveLength(2);
    await end();
    expect(await pending()).toBe(1);
    await end();
    expect(await pending()).toBe(0);
  });

  it('does not delay the stop, and its later failure is not logged', async () => {
    const fails: (() => void)[] = [];
    const never = () =>
      new Promise<void>((_, reject) =>
        fails.push(() => {
          reject(new Error('closed'));
        }),
      );
    const { take, log, stop } = await anInbox(never);
    await take(aDelivery());
    await soon();
    await stop();
    for (const fail of fails) fail();
    await soon();
    expect(log.lines).toEqual([]);
    expect(await pending()).toBe(1);
  });
});

it.each([
  ['match', 'updated', ['forget 5', 'read 5']],
  ['match', 'backfilled', ['forget 5']],
  ['tournament', 'updated', ['calendar', 'read 5']],
  // Past matches, without alerts.
  ['tournament', 'backfilled', []],
] as const)('a %s that was %s causes the right reads', async (kind, change, done) => {
  const seen: string[] = [];
  const read = (id: number) => Promise.resolve(void seen.push(`read ${id}`));
  const refresh = createRefresh({
    api: { forgetMatch: (id) => void seen.push(`forget ${id}`) },
    live: { refreshMatch: read, refreshCalendar: () => void seen.push('calendar') },
    directorySync: { refresh: ({ id }) => read(id) },
  });
  await refresh({ event: `${kind}.${change}`, kind, change, id: 5 });
  expect(seen).toEqual(done);
});

describe('the inbox after a restart', () => {
  it('handles stored entries that were not handled', async () => {
    // As left by a process that was killed between its response and the read.
    await leave({}, NOON - 60_000);
    const { reads } = await anInbox();
    expect(reads).toEqual(['match.deleted 7']);
  });

  it('does not repeat handled entries', async () => {
    const first = await anInbox();
    await first.take(aDelivery());
    await soon();
    await first.stop();
    const second = await anInbox();
    expect(second.reads).toEqual([]);
  });

  it('repeats a read that failed', async () => {
    const first = await anInbox(() => Promise.reject(new Error('down')));
    await first.take(aDelivery());
    await soon();
    await first.stop();
    const second = await anInbox();
    expect(second.reads).toEqual(['match.updated 5']);
  });

  it('repeats a read that was not finished', async () => {
    const { work, end } = pendingWork();
    const first = await anInbox(work);
    await first.take(aDelivery());
    await soon();
    await first.stop();
    await end();
    expect(await pending()).toBe(1);
    const second = await anInbox();
    expect(second.reads).toEqual(['match.updated 5']);
  });

  it('drops and logs an entry of another release whose kind is unknown', async () => {
    await leave({ kind: 'court', change: 'moved' });
    const { reads, log } = await anInbox();
    expect(reads).toEqual([]);
    expect(await pending()).toBe(0);
    expect(log.lines).toEqual(['warn webhook entry dropped: nothing reads its kind']);
    expect(log.details).toEqual([{ record: 'court:7', change: 'moved' }]);
  });
});

describe('a repeated delivery', () => {
  it('is ignored within ten minutes, and causes one read afterwards', async () => {
    const { take, reads } = await anInbox();
    const delivery = aDelivery();
    expect(await take(delivery)).toBe(true);
    await pass(9 * 60_000);
    expect(await take(delivery)).toBe(false);
    await pass(2 * 60_000);
    expect(await take(delivery)).toBe(true);
    await soon();
    expect(reads).toHaveLength(2);
  });
});

describe('an entry that could not be handled', () => {
  it('is dropped after a day', async () => {
    for (const hours of [23, 25]) await leave({ key: `${hours}` }, NOON - hours * HOUR);
    const { log } = await anInbox(() => Promise.reject(new Error('down')));
    await pass(2 * 60_000);
    expect(await pending()).toBe(1);
    expect(log.lines).toContain('warn webhook entries dropped: not handled within a day');
    expect(log.details).toContainEqual({ dropped: 1 });
  });
});
