import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#src/store/connection/database.ts';
import { openPostgresSession } from '#src/store/migrations/postgres-session.ts';
import { acquireLease } from '#src/store/processes/leases.ts';
import { migrate, schemaOf, type Migrations } from '#src/store/migrations/migrations.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { ADDED, NEXT_RELEASE } from './next-release.ts';
import { NOON } from './rows.ts';

const BLOCK = { discordId: '1100000000000000101', reason: 'floods', since: NOON };

/** The second migration, which creates a table and then fails. */
const FAULTY_RELEASE: Migrations = {
  ...NEXT_RELEASE,
  '002-of-tomorrow': () => ({
    up: async (db) => {
      await db.schema.createTable('leftovers').addColumn('id', 'bigint').execute();
      await sql`delete from blocks`.execute(db);
      throw new Error('the second step failed');
    },
  }),
};

const tablesOf = async (db: Db): Promise<unknown> => await db.introspection.getTables();

describe.each(DIALECTS)('a migration on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);
  const update = (db: Db, migrations: Migrations): Promise<void> =>
    migrate(db, dialect.name === 'SQLite' ? 'sqlite' : 'postgres', { migrations });
  const blocksIn = async (db: Db): Promise<unknown> =>
    await db.selectFrom('blocks').selectAll().execute();

  /** A database of this release, with a row. */
  const aDatabase = async () => {
    const url = await emptyUrl();
    const db = await openAt(url);
    await db.insertInto('blocks').values(BLOCK).execute();
    return { url, db };
  };

  it('of the next release runs once and keeps the rows', async () => {
    const { db } = await aDatabase();
    await update(db, NEXT_RELEASE);
    await update(db, NEXT_RELEASE);
    expect(await blocksIn(db)).toEqual([{ ...BLOCK, ...ADDED }]);
  });

  it('that fails changes nothing, says why, and can be tried again', async () => {
    const { url, db } = await aDatabase();
    const before = await tablesOf(db);
    await expect(update(db, FAULTY_RELEASE)).rejects.toMatchObject({
      message: 'the database could not be migrated',
      cause: new Error('the second step failed'),
    });
    expect(await tablesOf(db)).toEqual(before);
    // This release can go on.
    expect(await blocksIn(await openAt(url))).toEqual([BLOCK]);
    await update(db, NEXT_RELEASE);
    expect(await blocksIn(db)).toEqual([{ ...BLOCK, ...ADDED }]);
  });

  it('of the next release keeps this one from opening the database', async () => {
    const { url, db } = await aDatabase();
    await update(db, NEXT_RELEASE);
    await expect(openAt(url)).rejects.toThrow(/of a later release \(002-of-tomorrow\)/);
    expect(await blocksIn(db)).toEqual([{ ...BLOCK, ...ADDED }]);
  });

  // Only PostgreSQL supports several processes.
  if (dialect.name === 'PostgreSQL') {
    it('is refused while a process of an older release is at work, and says what to stop', async () => {
      const { url, db } = await aDatabase();
      const before = await tablesOf(db);
      const older = await openPostgresSession(url, 'older-process');
      await acquireLease(older, 'older-process', 'process:older-process');
      await expect(update(db, NEXT_RELEASE)).rejects.toThrow(
        /^Processes of an older release are at work on the database \(older-process on \S.*\): stop them, then start this release/,
      );
      expect(await tablesOf(db)).toEqual(before);
      // A start of its own release is none of it.
      await openAt(url);
      await older.close();
      await expect.poll(() => update(db, NEXT_RELEASE).then(String, String)).toBe('undefined');
      expect(await blocksIn(db)).toEqual([{ ...BLOCK, ...ADDED }]);
    });

    it('runs once when two processes start it at the same time', async () => {
      const { url, db } = await aDatabase();
      const other = await openAt(url);
      await Promise.all([update(db, NEXT_RELEASE), update(other, NEXT_RELEASE)]);
      expect(await blocksIn(other)).toEqual([{ ...BLOCK, ...ADDED }]);
    });
  }
});

it('the state of a schema says how many migrations are pending, or which one is unknown', () => {
  const [first = '', second = ''] = Object.keys(NEXT_RELEASE);
  expect(schemaOf([], NEXT_RELEASE)).toEqual({ kind: 'none' });
  expect(schemaOf([first], NEXT_RELEASE)).toEqual({ kind: 'behind', steps: 1 });
  expect(schemaOf([first, second], NEXT_RELEASE)).toEqual({ kind: 'current' });
  expect(schemaOf([first, second])).toEqual({ kind: 'newer', by: second });
});
