import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import { backUp, placeOfBackup, deleteOldBackups } from '#src/store/sqlite-file/backup.ts';
import { integritySummary } from '#src/store/sqlite-file/soundness.ts';
import { aFolder, aStoreAt } from './database-file.ts';
import { aChannel, discordId, NOON } from './rows.ts';

/** Writes more data than one step of the backup copies. */
const fillWith = (db: Db, megabytes: number) =>
  sql`insert into rankings (category, on_date, document)
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${megabytes})
    select 'men', n, hex(randomblob(500000)) from counted`.execute(db);

const countIn = (file: string, table: string): unknown => {
  const database = new SqliteDatabase(file, { readonly: true });
  const count = database.prepare(`select count(*) from ${table}`).pluck().get();
  database.close();
  return count;
};

describe('a backup', () => {
  it('is a consistent snapshot while the bot keeps writing', async () => {
    const folder = aFolder();
    const { db } = await aStoreAt(join(folder, 'bandeja.sqlite'));
    await fillWith(db, 20);
    let written = 0;
    const copied = new AbortController();
    const write = async (): Promise<void> => {
      while (!copied.signal.aborted) {
        written += 1;
        await db.transaction().execute(async (tx) => {
          await sql`insert into checkpoints (name, at) values (${`mark ${written}`}, 1)`.execute(
            tx,
          );
          await sql`insert into tournaments (id, tournament) values (${written}, '')`.execute(tx);
        });
        await nextTurn();
      }
    };
    const writing = write();
    const copy = join(folder, 'copy.sqlite');
    const contents = await backUp(join(folder, 'bandeja.sqlite'), copy);
    copied.abort();
    await writing;

    expect(countIn(copy, 'rankings')).toBe(20);
    expect(countIn(copy, 'checkpoints')).toBe(contents.rows.get('checkpoints'));
    expect(countIn(copy, 'tournaments')).toBe(countIn(copy, 'checkpoints'));
    expect(countIn(join(folder, 'bandeja.sqlite'), 'checkpoints')).toBe(written);
    expect(written).toBeGreaterThan(Number(contents.rows.get('checkpoints')));
  });

  it('is one file with the permissions of the database', async () => {
    const folder = aFolder();
    const file = join(folder, 'bandeja.sqlite');
    const { db } = await aStoreAt(file);
    await aChannel(db, 1);
    chmodSync(file, 0o640);
    const away = aFolder();
    const contents = await backUp(file, join(away, 'copy.sqlite'));
    expect(readdirSync(away)).toEqual(['copy.sqlite']);
    expect(statSync(join(away, 'copy.sqlite')).mode & 0o777).toBe(0o640);
    expect(integritySummary(contents)).toMatch(/^1 channel, 0 follows, schema \d{3}-/);
  });

  it('is a database that a bot can run on', async () => {
    const folder = aFolder();
    const { db } = await aStoreAt(join(folder, 'bandeja.sqlite'));
    const channel = await aChannel(db, 1);
    await backUp(join(folder, 'bandeja.sqlite'), join(folder, 'copy.sqlite'));
    const copy = await aStoreAt(join(folder, 'copy.sqlite'));
    expect(await channelsOfGuild(copy.db, discordId(50_001))).toEqual([channel]);
  });

  it.each([
    ['the database is missing', () => Promise.resolve(), /there is no database/],
    [
      'the file is not a database',
      (file: string) => writeFile(file, 'Dear diary, today I played padel.'.repeat(400)),
      /bandeja\.sqlite: it cannot be read: file is not a database/,
    ],
    [
      'the database belongs to another program',
      (file: string) => {
        new SqliteDatabase(file).exec('create table notes (text)').close();
        return Promise.resolve();
      },
      /bandeja\.sqlite: it is no database of Bandeja/,
    ],
    [
      'a newer release wrote the database',
      async (file: string) => {
        const { db, close } = await aStoreAt(file);
        await sql`insert into kysely_migration (name, timestamp) values ('999-robots', '2030')`.execute(
          db,
        );
        await close();
      },
      /bandeja\.sqlite: a newer release made it \(999-robots\)/,
    ],
    [
      'the database is damaged',
      async (file: string) => {
        const { db, close } = await aStoreAt(file);
        await aChannel(db, 1);
        await close();
        damage(file);
      },
      /bandeja\.sqlite: .*(damaged|malformed)/,
    ],
  ])('is not made when %s', async (_case, prepare, words) => {
    const folder = aFolder();
    const file = join(folder, 'bandeja.sqlite');
    await prepare(file);
    await expect(backUp(file, join(folder, 'backups', 'copy.sqlite'))).rejects.toThrow(words);
    const made = existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : [];
    expect(made).toEqual([]);
  });

  it('is not made in a missing folder, whose disk may not be mounted', async () => {
    const folder = aFolder();
    const file = join(folder, 'bandeja.sqlite');
    await aStoreAt(file);
    const there = join(folder, 'of-a-disk');
    const backup = backUp(file, join(there, 'copy.sqlite'));
    await expect(backup).rejects.toThrow(`there is no folder ${there}`);
    expect(existsSync(there)).toBe(false);
  });

  it('never overwrites an existing file', async () => {
    const folder = aFolder();
    const file = join(folder, 'bandeja.sqlite');
    await aStoreAt(file);
    await expect(backUp(file, file)).rejects.toThrow(/is there already/);
  });
});

/** Removes an index from the schema but leaves its pages, which the integrity check reports. */
const damage = (file: string): void => {
  const database = new SqliteDatabase(file);
  database.unsafeMode();
  database.pragma('writable_schema = on');
  database.exec("delete from sqlite_master where name = 'follows_channel'");
  database.close();
};

const MOMENT = new Date(NOON);

describe('backup files', () => {
  it.each([
    [undefined, 'data/backups', 'data/backups/bandeja-20260607T120000Z.sqlite'],
    ['/mnt/safe/', '/mnt/safe/', '/mnt/safe/bandeja-20260607T120000Z.sqlite'],
    ['/tmp', '/tmp', '/tmp/bandeja-20260607T120000Z.sqlite'],
    ['data/copy.sqlite', null, 'data/copy.sqlite'],
  ])('for target %s go to folder %s', (to, folder, file) => {
    expect(placeOfBackup('data/bandeja.sqlite', to, MOMENT)).toEqual({ folder, file });
  });

  it('are deleted except the newest; other files stay', () => {
    const folder = aFolder();
    const backupOf = (day: number) =>
      placeOfBackup('', folder, new Date(NOON + day * 86_400_000)).file;
    for (const day of [3, 1, 2, 30]) writeFileSync(backupOf(day), '');
    writeFileSync(join(folder, 'bandeja-before-update.sqlite'), '');
    expect(deleteOldBackups(folder, 2)).toEqual([
      'bandeja-20260608T120000Z.sqlite',
      'bandeja-20260609T120000Z.sqlite',
    ]);
    expect(readdirSync(folder).toSorted()).toEqual([
      'bandeja-20260610T120000Z.sqlite',
      'bandeja-20260707T120000Z.sqlite',
      'bandeja-before-update.sqlite',
    ]);
    expect(deleteOldBackups(folder, 9)).toEqual([]);
  });
});
