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

/** Inserts a webhook entry, by default about match 5. */
const receive = (
  db: Db,
  key: string,
  entry: Partial<InboxEntry> = {},
  at: number = NOON,
): Promise<boolean> =>
  insertEntry(db, { key, kind: 'match', change: 'updated', recordId: 5, ...entry }, at);

describe.each(DIALECTS)('the inbox on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  const handleAll = async (db: Db, at: number = NOON): Promise<void> => {
    for (const record of await pendingRecords(db, 100)) await markHandled(db, record, at);
  };

  const keys = async (db: Db): Promise<readonly string[]> =>
    (await db.selectFrom('inbox').select('key').orderBy('id').execute()).map(({ key }) => key);

  it('keeps an entry once, whether it is pending or handled', async () => {
    const db = await aStore();
    expect(await receive(db, 'a')).toBe(true);
    expect(await receive(db, 'a', {}, NOON + MINUTE)).toBe(false);
    await handleAll(db);
    expect(await receive(db, 'a', {}, NOON + MINUTE)).toBe(false);
    expect(await receive(db, 'b')).toBe(true);
    expect(await keys(db)).toEqual(['a', 'b']);
  });

  it('reports an update of a record rather than a later backfill', async () => {
    const db = await aStore();
    await receive(db, 'a', { change: 'updated' });
    await receive(db, 'b', { change: 'backfilled' });
    await receive(db, 'c', { change: 'backfilled', recordId: 9 });
    expect(await pendingRecords(db, 10)).toMatchObject([
      { recordId: 5, change: 'updated' },
      { recordId: 9, change: 'backfilled' },
    ]);
    await handleAll(db);
    expect(await pendingEntryCount(db)).toBe(0);
  });

  it('lists each pending record once, oldest first, with its latest change', async () => {
    const db = await aStore();
    await receive(db, 'a', { recordId: 9 });
    await receive(db, 'b', { change: 'created' });
    await receive(db, 'c', { kind: 'player' });
    await receive(db, 'd', { change: 'deleted' });
    await receive(db, 'e', { recordId: 9 });
    expect(await pendingRecords(db, 10)).toEqual([
      { kind: 'match', recordId: 9, change: 'updated', upTo: expect.any(Number) as number },
      { kind: 'match', recordId: 5, change: 'deleted', upTo: expect.any(Number) as number },
      { kind: 'player', recordId: 5, change: 'updated', upTo: expect.any(Number) as number },
    ]);
    expect((await pendingRecords(db, 2)).map(({ recordId }) => recordId)).toEqual([9, 5]);
    expect(await pendingEntryCount(db)).toBe(5);
  });

  it('keeps an entry pending that arrives while its record is handled', async () => {
    const db = await aStore();
    await receive(db, 'a');
    await receive(db, 'b', { kind: 'player' });
    const [match] = await pendingRecords(db, 1);
    if (match === undefined) throw new Error('nothing waits');
    await receive(db, 'c');
    await markHandled(db, match, NOON);
    expect((await pendingRecords(db, 10)).map(({ kind }) => kind)).toEqual(['player', 'match']);
    expect(await pendingEntryCount(db)).toBe(2);
  });

  it('stores ids up to the largest safe integer', async () => {
    const db = await aStore();
    await receive(db, 'a', { recordId: Number.MAX_SAFE_INTEGER });
    const [record] = await pendingRecords(db, 1);
    expect(record?.recordId).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('deletes entries handled long ago and accepts their keys as new', async () => {
    const db = await aStore();
    await receive(db, 'a');
    await handleAll(db, NOON);
    await receive(db, 'b');
    await handleAll(db, NOON + MINUTE);
    await receive(db, 'c');
    const before = { handledBefore: NOON + MINUTE, receivedBefore: NOON - HOUR, most: 100 };
    await deleteOldEntries(db, before);
    expect(await keys(db)).toEqual(['b', 'c']);
    expect(await receive(db, 'a')).toBe(true);
  });

  it('deletes entries received long ago, handled or not', async () => {
    const db = await aStore();
    await receive(db, 'a', {}, NOON - 2 * HOUR);
    await handleAll(db);
    await receive(db, 'b', {}, NOON - 2 * HOUR);
    await receive(db, 'c');
    const before = { handledBefore: 0, receivedBefore: NOON - HOUR, most: 100 };
    // The count includes only entries that were never handled.
    expect(await deleteOldEntries(db, before)).toBe(1);
    expect(await keys(db)).toEqual(['c']);
  });

  it('keeps a limited number of handled entries, and all pending ones', async () => {
    const db = await aStore();
    for (const key of ['a', 'b', 'c', 'd']) await receive(db, key);
    await handleAll(db);
    await receive(db, 'e');
    await deleteOldEntries(db, { handledBefore: 0, receivedBefore: 0, most: 2 });
    expect(await keys(db)).toEqual(['d', 'e']);
    for (const key of ['f', 'g', 'h']) await receive(db, key);
    await deleteOldEntries(db, { handledBefore: 0, receivedBefore: 0, most: 2 });
    expect(await keys(db)).toEqual(['e', 'f', 'g', 'h']);
  });

  it('deletes nothing when it is empty', async () => {
    const db = await aStore();
    await deleteOldEntries(db, { handledBefore: NOON, receivedBefore: NOON, most: 2 });
    expect(await pendingRecords(db, 10)).toEqual([]);
  });
});
