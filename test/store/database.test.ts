import { sql } from 'kysely';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { openStore } from '#src/store/connection/database.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { aLog } from '../lib/log.ts';
import { aFolder, aStoreAt } from './database-file.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, discordId, hold, NOON } from './rows.ts';

describe.each(DIALECTS)('a database on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  it('is migrated once and keeps its rows when it is opened again', async () => {
    const url = await emptyUrl();
    const first = await openAt(url);
    const channel = await aChannel(first, 1);
    await hold(first);
    const again = await openAt(url);
    expect(await channelsOfGuild(again, channel.guildId)).toEqual([channel]);
    expect((await findMatch(again, 123))?.changedAt).toBe(NOON);
    // Each connection reads what the other wrote.
    const { key } = await aChannel(again, 2);
    expect((await channelsOfGuild(first, discordId(50_002)))[0]?.key).toBe(key);
  });

  // Only PostgreSQL supports several processes.
  if (dialect.name === 'PostgreSQL') {
    it('is created once when two processes open it at the same time', async () => {
      const url = await emptyUrl();
      const [one, other] = await Promise.all([openAt(url), openAt(url)]);
      const channel = await aChannel(one, 1);
      expect(await channelsOfGuild(other, channel.guildId)).toEqual([channel]);
    });
  }

  it('assigns ascending channel keys, as numbers', async () => {
    const db = await openAt(await emptyUrl());
    const keys = [];
    for (const n of [3, 1, 2]) keys.push((await aChannel(db, n)).key);
    expect(keys).toEqual([1, 2, 3]);
  });
});

describe('opening a database', () => {
  it.each([
    [
      'a folder instead of a file',
      (folder: string) => `file:${folder}`,
      /directory|unable to open/,
    ],
    [
      'a file that is not a database',
      (folder: string) => {
        writeFileSync(join(folder, 'notes.txt'), 'Dear diary, today I played padel.'.repeat(40));
        return `file:${join(folder, 'notes.txt')}`;
      },
      /not a database/,
    ],
    [
      'a path below a file',
      (folder: string) => {
        writeFileSync(join(folder, 'notes.txt'), '');
        return `file:${join(folder, 'notes.txt', 'bandeja.sqlite')}`;
      },
      /ENOTDIR|EEXIST/,
    ],
    ['a server that does not run', () => 'postgres://a@127.0.0.1:1/b', /ECONNREFUSED/],
  ])('fails with the cause: %s', async (_case, url, words) => {
    const failure: unknown = await openStore(url(aFolder()), aLog()).then(
      () => 'opened',
      (error: unknown) => error,
    );
    expect(String(failure) + String(failure instanceof Error ? failure.cause : '')).toMatch(words);
  });

  it('creates the file and its missing folder', async () => {
    const { db, close } = await openStore(`file:${join(aFolder(), 'a', 'b.sqlite')}`, aLog());
    expect((await aChannel(db, 1)).key).toBe(1);
    await close();
  });
});

it('a transaction that SQLite rolls back by itself, as on a full disk, rejects with the cause', async () => {
  const { db } = await aStoreAt(join(aFolder(), 'bandeja.sqlite'));
  await sql`create temp table once (id integer primary key)`.execute(db);
  const insert = sql`insert or rollback into once values (1)`;
  await insert.execute(db);
  const undone = db.transaction().execute((tx) => insert.execute(tx));
  await expect(undone).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
});
