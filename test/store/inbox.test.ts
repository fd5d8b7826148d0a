import { describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import type { Db } from '#src/store/connection/database.ts';
import {
  pendingEntryCount,
  deleteOldEntries,
  insertEntry,
  markHandled,
  pendingRecords,
  type InboxEntry,
} from '#src/store/processes/inbox.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { NOON } from './rows.ts';

/** A webhook entry, by default about match 5. */
const told = (
  db: Db,
  key: string,
  entry: Partial<InboxEntry> = {},
  at: number = NOON,
): Promise<boolean> =>
  insertEntry(db, { key, kind: 'match', change: 'updated', recordId: 5, ...entry }, at);

describe.each(DIALECTS)('on $name, the inbox', (dialect) => {
  const { aStore } = useDialect(dialect);

  const anInbox = async (): Promise<Db> => {
    const db = await aStore();
    await db.deleteFrom('inbox').execute();
    return db;
  };

  const handleAll = async (db: Db, at: number = NOON): Promise<void> => {
    for (const record of await pendingRecords(db, 100)) await markHandled(db, record, at);
  };

  const keys = async (db: Db): Promise<readonly string[]> =>
    (await db.selectFrom('inbox').select('key').orderBy('id').execute()).map(({ key }) => key);

  it('keeps an entry once, whether it waits or was handled', async () => {
    const db = await anInbox();
    expect(await told(db, 'a')).toBe(true);
    expect(await told(db, 'a', {}, NOON + MINUTE)).toBe(false);
    await handleAll(db);
    expect(await told(db, 'a', {}, NOON + MINUTE)).toBe(false);
    expect(await told(db, 'b')).toBe(true);
    expect(await keys(db)).toEqual(['a', 'b']);
  });

  it('keeps what was filled in later from hiding a change of the same record', async () => {
    const db = await anInbox();
    await told(db, 'a', { change: 'updated' });
    await told(db, 'b', { change: 'backfilled' });
    await told(db, 'c', { change: 'backfilled', recordId: 9 });
    expect(await pendingRecords(db, 10)).toMatchObject([
      { recordId: 5, change: 'updated' },
      { recordId: 9, change: 'backfilled' },
    ]);
    await handleAll(db);
    expect(await pendingEntryCount(db)).toBe(0);
  });

  it('has each record once, however often it was told of, the first that came first', async () => {
    const db = await anInbox();
    await told(db, 'a', { recordId: 9 });
    await told(db, 'b', { change: 'created' });
    await told(db, 'c', { kind: 'player' });
    await told(db, 'd', { change: 'deleted' });
    await told(db, 'e', { recordId: 9 });
    expect(await pendingRecords(db, 10)).toEqual([
      { kind: 'match', recordId: 9, change: 'updated', upTo: expect.any(Number) as number },
      { kind: 'match', recordId: 5, change: 'deleted', upTo: expect.any(Number) as number },
      { kind: 'player', recordId: 5, change: 'updated', upTo: expect.any(Number) as number },
    ]);
    expect((await pendingRecords(db, 2)).map(({ recordId }) => recordId)).toEqual([9, 5]);
    expect(await pendingEntryCount(db)).toBe(5);
  });

  it('lets what came while a record was handled wait', async () => {
    const db = await anInbox();
    await told(db, 'a');
    await told(db, 'b', { kind: 'player' });
    const [match] = await pendingRecords(db, 1);
    if (match === undefined) throw new Error('nothing waits');
    await told(db, 'c');
    await markHandled(db, match, NOON);
    expect((await pendingRecords(db, 10)).map(({ kind }) => kind)).toEqual(['player', 'match']);
    expect(await pendingEntryCount(db)).toBe(2);
  });

  it('takes ids as large as they come', async () => {
    const db = await anInbox();
    await told(db, 'a', { recordId: Number.MAX_SAFE_INTEGER });
    const [record] = await pendingRecords(db, 1);
    expect(record?.recordId).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('forgets what was handled long ago, and takes it as new again', async () => {
    const db = await anInbox();
    await told(db, 'a');
    await handleAll(db, NOON);
    await told(db, 'b');
    await handleAll(db, NOON + MINUTE);
    await told(db, 'c');
    const before = { handledBefore: NOON + MINUTE, receivedBefore: NOON - HOUR, most: 100 };
    await deleteOldEntries(db, before);
    expect(await keys(db)).toEqual(['b', 'c']);
    expect(await told(db, 'a')).toBe(true);
  });

  it('forgets what came long ago, handled or not', async () => {
    const db = await anInbox();
    await told(db, 'a', {}, NOON - 2 * HOUR);
    await handleAll(db);
    await told(db, 'b', {}, NOON - 2 * HOUR);
    await told(db, 'c');
    const before = { handledBefore: 0, receivedBefore: NOON - HOUR, most: 100 };
    // Only what nobody handled was lost.
    expect(await deleteOldEntries(db, before)).toBe(1);
    expect(await keys(db)).toEqual(['c']);
  });

  it('has a most, from which only what waits is spared', async () => {
    const db = await anInbox();
    for (const key of ['a', 'b', 'c', 'd']) await told(db, key);
    await handleAll(db);
    await told(db, 'e');
    await deleteOldEntries(db, { handledBefore: 0, receivedBefore: 0, most: 2 });
    expect(await keys(db)).toEqual(['d', 'e']);
    for (const key of ['f', 'g', 'h']) await told(db, key);
    await deleteOldEntries(db, { handledBefore: 0, receivedBefore: 0, most: 2 });
    expect(await keys(db)).toEqual(['e', 'f', 'g', 'h']);
  });

  it('that is empty has nothing to forget', async () => {
    const db = await anInbox();
    await deleteOldEntries(db, { handledBefore: NOON, receivedBefore: NOON, most: 2 });
    expect(await pendingRecords(db, 10)).toEqual([]);
  });
});
