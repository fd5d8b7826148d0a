import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRefresh } from '#src/app/feed.ts';
import { HOUR } from '#src/lib/time.ts';
import type { ChangeNotice } from '#src/padel-api/wire/webhook.ts';
import type { Db } from '#src/store/connection/database.ts';
import { aStore } from '../store/migrated.ts';
import { pendingEntryCount, insertEntry } from '#src/store/processes/inbox.ts';
import { createWebhookWriter, startInbox, type InboxOptions } from '#src/webhook/inbox.ts';
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

const aMatchHint = (id: number): ChangeNotice => ({
  event: 'match.updated',
  kind: 'match',
  change: 'updated',
  id,
});

let count = 0;

/** A unique webhook. */
const told = (notice: ChangeNotice = aMatchHint(5)) => ({
  notice,
  key: `delivery ${(count += 1)}`,
});

const anInbox = async (db: Db, look: InboxOptions['refresh'] = () => Promise.resolve()) => {
  const looks: string[] = [];
  const log = aLog();
  const inbox = startInbox({
    db,
    refresh: (notice) => {
      looks.push(`${notice.event} ${notice.id}`);
      return look(notice);
    },
    now: Date.now,
    monotonic: Date.now,
    log,
  });
  onTestFinished(inbox.stop);
  await soon();
  const keep = createWebhookWriter({ db, now: Date.now, onStored: inbox.wake });
  return { ...inbox, keep, looks, log };
};

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const soon = () => pass(0);

/** Work that continues until the test ends it. */
const heldUp = () => {
  const ends: (() => void)[] = [];
  return {
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    end: async (): Promise<void> => {
      ends.shift()?.();
      await soon();
    },
  };
};

describe('what is told', () => {
  it('is looked into at once, and waits no more', async () => {
    const db = await aDatabase();
    const { keep, looks, stop } = await anInbox(db);
    expect(await keep(told())).toBe(true);
    await soon();
    expect(looks).toEqual(['match.updated 5']);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('a thousand times of one match is two looks: one at once, one for what came after', async () => {
    const db = await aDatabase();
    const { keep, looks, stop } = await anInbox(db);
    for (let n = 0; n < 1_000; n += 1) await keep(told());
    await soon();
    expect(looks).toHaveLength(1);
    await pass(4_999);
    expect(looks).toHaveLength(1);
    await pass(1);
    expect(looks).toHaveLength(2);
    await pass(60_000);
    expect(looks).toHaveLength(2);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('while its record is looked into is one more look, not at the same time', async () => {
    const db = await aDatabase();
    const { work, end } = heldUp();
    const { keep, looks, stop } = await anInbox(db, work);
    for (let n = 0; n < 3; n += 1) {
      await keep(told());
      await soon();
    }
    await pass(60_000);
    expect(looks).toHaveLength(1);
    expect(await pendingEntryCount(db)).toBe(3);
    await end();
    expect(await pendingEntryCount(db)).toBe(2);
    await pass(5_000);
    expect(looks).toHaveLength(2);
    await end();
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('of one record does not wait for another, and 250 go at once', async () => {
    const db = await aDatabase();
    const { work, end } = heldUp();
    const { keep, looks, stop } = await anInbox(db, work);
    for (let id = 1; id <= 300; id += 1) await keep(told(aMatchHint(id)));
    await soon();
    expect(looks).toHaveLength(250);
    for (let n = 0; n < 300; n += 1) await end();
    expect(looks).toEqual(Array.from({ length: 300 }, (_, index) => `match.updated ${index + 1}`));
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('of a record is looked into at once, however many others rest', async () => {
    const db = await aDatabase();
    const { keep, looks, stop } = await anInbox(db);
    for (let round = 0; round < 2; round += 1) {
      for (let id = 1; id <= 100; id += 1) await keep(told(aMatchHint(id)));
      await soon();
    }
    await keep(told(aMatchHint(999)));
    await soon();
    expect(looks.slice(100)).toEqual(['match.updated 999']);
    await stop();
  });

  it('many times of many is all looked into', async () => {
    const db = await aDatabase();
    const { keep, looks, stop } = await anInbox(db);
    for (let round = 0; round < 3; round += 1) {
      for (let id = 1; id <= 200; id += 1) await keep(told(aMatchHint(id)));
      await soon();
    }
    await pass(5_000);
    expect(looks).toHaveLength(400);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('and cannot be looked into is tried again after a while', async () => {
    const db = await aDatabase();
    let isDown = true;
    const { keep, looks, log, stop } = await anInbox(db, () =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(),
    );
    await keep(told());
    await soon();
    expect(log.lines).toEqual(['warn webhook record could not be read, retrying in 30 s']);
    isDown = false;
    await pass(29_999);
    expect(looks).toHaveLength(1);
    await pass(1);
    expect(looks).toHaveLength(2);
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });
});

describe('what was kept and nobody was woken for', () => {
  it('is looked into after five seconds', async () => {
    const db = await aDatabase();
    const { looks, stop } = await anInbox(db);
    // As left by another process whose notification was lost.
    await insertEntry(db, { key: 'a', kind: 'match', change: 'updated', recordId: 7 }, NOON);
    await pass(4_999);
    expect(looks).toEqual([]);
    await pass(1);
    expect(looks).toEqual(['match.updated 7']);
    await stop();
  });
});

describe('a service that is down', () => {
  it('is a line a minute, however much cannot be looked into', async () => {
    const db = await aDatabase();
    const { keep, looks, log, stop } = await anInbox(db, () => Promise.reject(new Error('down')));
    for (let id = 1; id <= 100; id += 1) await keep(told(aMatchHint(id)));
    await pass(59_999);
    expect(looks.length).toBeGreaterThanOrEqual(200);
    expect(log.lines).toHaveLength(1);
    await pass(30_001);
    expect(log.lines).toHaveLength(2);
    await stop();
  });
});

describe('a look that does not end', () => {
  it('is taken again after a while, and is over when one of them ends', async () => {
    const db = await aDatabase();
    const { work, end } = heldUp();
    const { keep, looks, log, stop } = await anInbox(db, work);
    await keep(told());
    await pass(10 * 60_000);
    expect(log.lines).toEqual(['warn webhook record could not be read, retrying in 30 s']);
    await pass(30_000);
    expect(looks).toHaveLength(2);
    await end();
    expect(await pendingEntryCount(db)).toBe(1);
    await end();
    expect(await pendingEntryCount(db)).toBe(0);
    await stop();
  });

  it('does not hold up the end, nor is it told then that it failed', async () => {
    const db = await aDatabase();
    const fails: (() => void)[] = [];
    const never = () =>
      new Promise<void>((_, reject) =>
        fails.push(() => {
          reject(new Error('closed'));
        }),
      );
    const { keep, log, stop } = await anInbox(db, never);
    await keep(told());
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
    ['of the past that was filled in later', 'backfilled', ['forget 5']],
  ] as const)('%s asks for what it needs', async (_what, change, done) => {
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
] as const)('a tournament that was %s asks for what it needs', async (change, done) => {
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

describe('after a restart', () => {
  it('what was kept and not looked into is looked into', async () => {
    const db = await aDatabase();
    // As left by a process that was killed between its response and the read.
    const entry = { key: 'a', kind: 'match', change: 'deleted', recordId: 7 };
    await insertEntry(db, entry, NOON - 60_000);
    const { looks, stop } = await anInbox(db);
    expect(looks).toEqual(['match.deleted 7']);
    await stop();
  });

  it('what was looked into is not again', async () => {
    const db = await aDatabase();
    const first = await anInbox(db);
    await first.keep(told());
    await soon();
    await first.stop();
    const second = await anInbox(db);
    expect(second.looks).toEqual([]);
    await second.stop();
  });

  it('a look that failed is taken again', async () => {
    const db = await aDatabase();
    const first = await anInbox(db, () => Promise.reject(new Error('down')));
    await first.keep(told());
    await soon();
    await first.stop();
    const second = await anInbox(db);
    expect(second.looks).toEqual(['match.updated 5']);
    await second.stop();
  });

  it('a look that was not over is taken again', async () => {
    const db = await aDatabase();
    const { work, end } = heldUp();
    const first = await anInbox(db, work);
    await first.keep(told());
    await soon();
    await first.stop();
    await end();
    expect(await pendingEntryCount(db)).toBe(1);
    const second = await anInbox(db);
    expect(second.looks).toEqual(['match.updated 5']);
    await second.stop();
  });

  it('what another version kept and nobody understands is left alone', async () => {
    const db = await aDatabase();
    await insertEntry(db, { key: 'a', kind: 'court', change: 'moved', recordId: 7 }, NOON);
    const { looks, log, stop } = await anInbox(db);
    expect(looks).toEqual([]);
    expect(await pendingEntryCount(db)).toBe(0);
    expect(log.lines).toEqual(['warn webhook entry dropped: nothing reads its kind']);
    expect(log.details).toEqual([{ record: 'court:7', change: 'moved' }]);
    await stop();
  });
});

describe('a copy', () => {
  it('is known for ten minutes, and then is one look', async () => {
    const db = await aDatabase();
    const { keep, looks, stop } = await anInbox(db);
    const delivery = told();
    expect(await keep(delivery)).toBe(true);
    await pass(9 * 60_000);
    expect(await keep(delivery)).toBe(false);
    await pass(2 * 60_000);
    expect(await keep(delivery)).toBe(true);
    await soon();
    expect(looks).toHaveLength(2);
    await stop();
  });
});

describe('what nobody could look into', () => {
  it('is forgotten after a day', async () => {
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
