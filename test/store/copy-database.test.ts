import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { copyDatabase, CopyMismatch, isSame } from '#src/store/copy/copy-database.ts';
import { openCopyConnection } from '#src/store/copy/copy-connection.ts';
import { openStore, readDatabase, type Db } from '#src/store/connection/database.ts';
import { migrate, type Migrations } from '#src/store/migrations/migrations.ts';
import { lockFile } from '#src/store/sqlite-file/file-lock.ts';
import { removeChannel } from '#src/store/channels/guild-channels.ts';
import { openPostgresSession } from '#src/store/migrations/postgres-session.ts';
import { aLog } from '../lib/log.ts';
import { DIALECTS, type Home } from './dialects.ts';
import { ADDED, NEXT_RELEASE } from './next-release.ts';
import { aChannel, aPlayer, discordId, follow } from './rows.ts';

let homes: readonly { readonly name: string; readonly home: Home }[];

beforeAll(async () => {
  homes = await Promise.all(DIALECTS.map(async ({ name, open }) => ({ name, home: await open() })));
});

afterAll(async () => {
  for (const { home } of homes) await home.stop();
});

const emptyUrl = async (dialect: string): Promise<string> => {
  const at = homes.find(({ name }) => name === dialect);
  if (at === undefined) throw new Error(`no ${dialect}`);
  return await at.home.emptyUrl();
};

/** Opens a database for some work and closes it. */
const at = async <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = await openStore(url, aLog(), 'bot');
  try {
    return await work(db);
  } finally {
    await close();
  }
};

const copy = (from: string, to: string, replace = false, migrations?: Migrations) =>
  copyDatabase({ from, to, replace, onTable: () => undefined, migrations });

type Cells = Readonly<Record<string, string | number | null>>;

const insert = async (db: Db, table: string, rows: readonly Cells[]): Promise<void> => {
  for (const row of rows) {
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db);
  }
};

/** Two rows in every table: one with a value in each column, one with as few as it needs. */
const fill = async (db: Db): Promise<void> => {
  for (const { name, columns } of await db.introspection.getTables()) {
    const [key, ...others] = columns;
    const needed = others.filter((column) => !column.isNullable && !column.hasDefaultValue);
    const rowOf = (filled: typeof columns, n: number): Cells =>
      Object.fromEntries(
        filled.map((column): [string, string | number] => {
          if (/text/i.test(column.dataType)) return [column.name, `${column.name} ${n} Ñandú 🎾`];
          const isLong = /bigint|int8/i.test(column.dataType);
          return [column.name, isLong ? Number.MAX_SAFE_INTEGER - n : n];
        }),
      );
    await insert(db, name, [
      rowOf(columns, 7),
      rowOf(key === undefined ? needed : [key, ...needed], 9),
    ]);
  }
};

const DIRECTIONS = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'SQLite'],
] as const;

describe.each(DIRECTIONS)('a copy from %s to %s', (source, target) => {
  it('has every row of every table, and a bot can run on it', async () => {
    const [from, to] = [await emptyUrl(source), await emptyUrl(target)];
    const channel = await at(from, async (db) => {
      await fill(db);
      const made = await aChannel(db, 1);
      await follow(db, made, aPlayer(5), discordId(3));
      return made;
    });
    const copied = await copy(from, to);
    expect(copied.filter((table) => !isSame(table))).toEqual([]);
    expect(copied.find(({ table }) => table === 'follows')?.source.rows).toBe(3);
    expect(await at(to, (db) => channelsOfGuild(db, channel.guildId))).toEqual([channel]);
    // The processes' own state is not copied.
    const leases = (db: Db) => db.selectFrom('leases').selectAll().execute();
    expect(await at(to, leases)).toEqual([]);
  });

  it('never reuses the key of a deleted channel', async () => {
    const [from, to] = [await emptyUrl(source), await emptyUrl(target)];
    const last = await at(from, async (db) => {
      await aChannel(db, 1);
      const gone = await aChannel(db, 2);
      await removeChannel(db, gone);
      return gone.key;
    });
    await copy(from, to);
    expect((await at(to, (db) => aChannel(db, 3))).key).toBe(last + 1);
  });

  it('replaces existing data only with the replace option', async () => {
    const [from, to] = [await emptyUrl(source), await emptyUrl(target)];
    await at(from, (db) => aChannel(db, 1));
    await at(to, (db) => aChannel(db, 2));
    await expect(copy(from, to)).rejects.toThrow(/is not empty/);
    const guilds = (db: Db) => db.selectFrom('channels').select('discordId').execute();
    expect(await at(to, guilds)).toEqual([{ discordId: discordId(2) }]);
    await copy(from, to, true);
    expect(await at(to, guilds)).toEqual([{ discordId: discordId(1) }]);
  });

  it('accepts a source of an older release and leaves that source as it is', async () => {
    const [from, to] = [await emptyUrl(source), await emptyUrl(target)];
    const block = { discordId: '1100000000000000101', reason: 'floods', since: 5 };
    const blocks = (db: Db) => db.selectFrom('blocks').selectAll().execute();
    await at(from, (db) => insert(db, 'blocks', [block]));
    await copy(from, to, false, NEXT_RELEASE);
    expect(await readDatabase(to, blocks)).toEqual([{ ...block, ...ADDED }]);
    expect(await at(from, blocks)).toEqual([block]);
  });
});

/** Any text that a database can hold; PostgreSQL cannot store NUL. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\0', '')),
  fc.constantFrom('', ' ', 'null', "'; drop table follows; --", '👩🏽‍🎾', '\r\n\t\\', '2026-02-29'),
);
const integer = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);

const hostileRow = fc.record({
  kind: text,
  id: integer,
  name: text,
  category: fc.option(text),
  country: fc.option(text),
  ranking: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  startDate: fc.option(text),
  endDate: fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
  lastMatchOn: fc.option(text),
});

it('a copy to PostgreSQL and back preserves any text and number', async () => {
  const there = await emptyUrl('PostgreSQL');
  const rows = fc.uniqueArray(hostileRow, {
    // More than one page.
    minLength: 501,
    maxLength: 1_100,
    size: 'max',
    selector: ({ kind, id }) => JSON.stringify([kind, id]),
  });
  await fc.assert(
    fc.asyncProperty(rows, async (directory) => {
      const [from, back] = [await emptyUrl('SQLite'), await emptyUrl('SQLite')];
      await at(from, (db) => db.transaction().execute((tx) => insert(tx, 'directory', directory)));
      const out = await copy(from, there, true);
      const home = await copy(there, back);
      expect(home).toEqual(out);
      const read = (db: Db) =>
        db.selectFrom('directory').selectAll().orderBy('kind').orderBy('id').execute();
      expect(await at(back, read)).toEqual(await at(from, read));
    }),
    { numRuns: 3, seed: 7 },
  );
});

it('a copy preserves integers that JavaScript cannot represent', async () => {
  const [from, there, back] = [
    await emptyUrl('SQLite'),
    await emptyUrl('PostgreSQL'),
    await emptyUrl('SQLite'),
  ];
  await at(from, (db) =>
    sql`insert into checkpoints (name, at) values ('far', 9223372036854775807)`.execute(db),
  );
  await copy(from, there);
  await copy(there, back);
  const read = (db: Db) =>
    sql`select cast(at as text) as at from checkpoints`.execute(db).then(({ rows }) => rows);
  expect(await at(back, read)).toEqual([{ at: '9223372036854775807' }]);
});

const LOST = 'nothing is copied, because this would differ: follows';

describe('copying a database', () => {
  it('is rolled back when the target drops a follow', async () => {
    const [from, to] = [await emptyUrl('SQLite'), await emptyUrl('PostgreSQL')];
    await at(from, fill);
    await at(to, (db) =>
      sql`create function lose() returns trigger language plpgsql as
        $$ begin return null; end $$`.execute(db),
    );
    await at(to, (db) =>
      sql`create trigger lossy before insert on follows for each row execute function lose()`.execute(
        db,
      ),
    );
    await expect(copy(from, to)).rejects.toThrow(new CopyMismatch(LOST));
    expect(await at(to, (db) => db.selectFrom('channels').selectAll().execute())).toEqual([]);
  });

  it('fails when the target changes a value', async () => {
    const [from, to] = [await emptyUrl('PostgreSQL'), await emptyUrl('SQLite')];
    await at(from, fill);
    await at(to, (db) =>
      sql`create trigger bent after insert on follows begin
        update follows set created_at = created_at + 1; end`.execute(db),
    );
    await expect(copy(from, to)).rejects.toThrow(new CopyMismatch(LOST));
  });

  it('names the table of a row that PostgreSQL cannot store', async () => {
    const [from, to] = [await emptyUrl('SQLite'), await emptyUrl('PostgreSQL')];
    await at(from, (db) => insert(db, 'checkpoints', [{ name: 'a\0b', at: 1 }]));
    await expect(copy(from, to)).rejects.toThrow(/a row of checkpoints is not taken: .*0x00/);
  });

  it.each(DIALECTS)(
    'is refused while a bot runs on the source or the target: $name',
    async ({ name }) => {
      const [from, to] = [await emptyUrl(name), await emptyUrl(name)];
      await at(from, fill);
      await at(from, () => expect(copy(from, to)).rejects.toThrow(/a bot runs on it/));
      await at(to, () => expect(copy(from, to)).rejects.toThrow(/a bot runs on it/));
      await copy(from, to);
    },
  );

  it('is refused while a bot has a session, whatever its application name', async () => {
    const url = await emptyUrl('PostgreSQL');
    const session = await openPostgresSession(url, 'bot');
    await session.query("set application_name = 'something else'");
    await expect(openCopyConnection(url, true)).rejects.toThrow(/a bot runs on it/);
    await session.close();
    await (await openCopyConnection(url, true)).close();
  });

  it('prevents a bot from starting until it ends', async () => {
    const url = await emptyUrl('PostgreSQL');
    const { close } = await openCopyConnection(url, true);
    await expect(openPostgresSession(url, 'bot')).rejects.toThrow(/is being copied/);
    await close();
    await (await openPostgresSession(url, 'bot')).close();
  });

  it('is refused while a standby bot has the file locked', async () => {
    const [from, to] = [await emptyUrl('SQLite'), await emptyUrl('SQLite')];
    await at(from, fill);
    const unlock = lockFile(from.slice('file:'.length));
    await expect(copy(from, to)).rejects.toThrow(/a bot runs on it/);
    unlock?.();
    await copy(from, to);
  });

  it.each([
    ['the source does not exist', () => 'file:/nowhere/bandeja.sqlite', /there is no file:/],
    ['the source is empty', () => emptyUrl('PostgreSQL'), /nothing was ever stored/],
    [
      'the server does not respond',
      () => 'postgres://me:secret@127.0.0.1:1/b',
      /^postgres:\/\/127\.0\.0\.1:1\/b: it cannot be opened$/,
    ],
    [
      'an address has no scheme',
      () => 'data/bandeja.sqlite',
      /^the database to copy from should be file:/,
    ],
    [
      'a password contains an unencoded slash',
      () => 'postgres://bandeja:open/sesame@127.0.0.1/b',
      /percent-encoded/,
    ],
  ])('fails with the cause when %s', async (_case, from, words) => {
    await expect(copy(await from(), await emptyUrl('SQLite'))).rejects.toThrow(words);
  });

  it('fails with the cause when the target is of a newer release', async () => {
    const [from, to] = [await emptyUrl('SQLite'), await emptyUrl('SQLite')];
    await at(from, () => Promise.resolve());
    await at(to, (db) => migrate(db, 'sqlite', { migrations: NEXT_RELEASE }));
    await expect(copy(from, to)).rejects.toThrow(/newer release made it \(002-of-tomorrow\)/);
    await expect(copy(from, to, false, NEXT_RELEASE)).rejects.toThrow(
      /newer release .*: copy into an empty database/,
    );
  });
});
