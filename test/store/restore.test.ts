import SqliteDatabase from 'better-sqlite3';
import {
  chownSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { lockFile } from '#src/store/sqlite-file/file-lock.ts';
import { backUp } from '#src/store/sqlite-file/backup.ts';
import { FileInUse, restoreFile } from '#src/store/sqlite-file/restore.ts';
import { aFolder, aStoreAt } from './database-file.ts';
import { aChannel, discordId, NOON } from './rows.ts';

const MOMENT = new Date(NOON);

const channelsAt = async (file: string) => {
  const { db, close } = await aStoreAt(file);
  const keys = (await channelsOfGuild(db, discordId(1))).map(({ key }) => key);
  await close();
  return keys;
};

/** A database with two channels, and a backup with one. */
const aRestorable = async () => {
  const folder = aFolder();
  const [file, backup] = [join(folder, 'bandeja.sqlite'), join(folder, 'backup.sqlite')];
  const store = await aStoreAt(file);
  await aChannel(store.db, 1, { guildId: discordId(1) });
  await backUp(file, backup);
  await aChannel(store.db, 2, { guildId: discordId(1) });
  return { folder, file, backup, stop: store.close };
};

describe('a restore', () => {
  it('replaces the database by the backup and keeps the old file beside it', async () => {
    const { folder, file, backup, stop } = await aRestorable();
    await stop();
    const { before, contents } = restoreFile(backup, file, MOMENT);
    expect(before).toBe(`${file}.before-20260607T120000Z`);
    expect(contents.rows.get('channels')).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual([
      'backup.sqlite',
      'bandeja.sqlite',
      'bandeja.sqlite.before-20260607T120000Z',
      'bandeja.sqlite.lock',
    ]);
    expect(await channelsAt(file)).toEqual([1]);
    expect(await channelsAt(String(before))).toEqual([1, 2]);
  });

  it('removes the -shm and -wal files that reading the stopped database left behind', async () => {
    const { folder, file, backup, stop } = await aRestorable();
    await stop();
    await backUp(file, join(folder, 'later.sqlite'));
    expect(readdirSync(folder)).toContain('bandeja.sqlite-shm');
    restoreFile(backup, file, MOMENT);
    expect(readdirSync(folder).filter((name) => /-(shm|wal)$/.test(name))).toEqual([]);
  });

  it('is refused while the database is open', async () => {
    const { file, backup, stop } = await aRestorable();
    expect(() => restoreFile(backup, file, MOMENT)).toThrow(FileInUse);
    await stop();
    expect(await channelsAt(file)).toEqual([1, 2]);
  });

  it('is refused while a running or standby bot has the file locked', async () => {
    const { file, backup, stop } = await aRestorable();
    await stop();
    const unlock = lockFile(file);
    expect(() => restoreFile(backup, file, MOMENT)).toThrow(FileInUse);
    unlock?.();
    expect(await channelsAt(file)).toEqual([1, 2]);
  });

  it('through a link restores the file it points to and keeps the link', async () => {
    const { folder, file, backup, stop } = await aRestorable();
    const link = join(aFolder(), 'link.sqlite');
    symlinkSync(file, link);
    expect(() => restoreFile(backup, link, MOMENT)).toThrow(FileInUse);
    await stop();
    const { before } = restoreFile(backup, link, MOMENT);
    expect(readdirSync(folder)).toContain(basename(String(before)));
    expect(readdirSync(dirname(link))).toEqual(['link.sqlite']);
    expect(await channelsAt(file)).toEqual([1]);
    expect(await channelsAt(String(before))).toEqual([1, 2]);
  });

  it('creates a database where there was none', async () => {
    const { folder, backup } = await aRestorable();
    const file = join(folder, 'new', 'bandeja.sqlite');
    expect(restoreFile(backup, file, MOMENT).before).toBeNull();
    expect(await channelsAt(file)).toEqual([1]);
  });

  it('sets aside the -wal file that a removed database left behind', async () => {
    const { folder, file, backup, stop } = await aRestorable();
    copyFileSync(`${file}-wal`, join(folder, 'left'));
    await stop();
    renameSync(file, join(folder, 'put-aside.sqlite'));
    renameSync(join(folder, 'left'), `${file}-wal`);
    expect(restoreFile(backup, file, MOMENT).before).toBeNull();
    expect(readdirSync(folder)).toContain('bandeja.sqlite.before-20260607T120000Z-wal');
    expect(await channelsAt(file)).toEqual([1]);
  });

  it('replaces a damaged database and sets its -wal file aside', async () => {
    const { folder, file, backup, stop } = await aRestorable();
    await stop();
    writeFileSync(file, 'Dear diary, today I played padel.'.repeat(400));
    writeFileSync(`${file}-wal`, 'of the damaged one');
    const { before } = restoreFile(backup, file, MOMENT);
    expect(readFileSync(`${before ?? ''}-wal`, 'utf8')).toBe('of the damaged one');
    expect(readdirSync(folder)).not.toContain('bandeja.sqlite-wal');
    expect(await channelsAt(file)).toEqual([1]);
  });

  it.runIf(process.getuid?.() === 0)('by root keeps the owner of the database', async () => {
    const { file, backup, stop } = await aRestorable();
    await stop();
    chownSync(file, 12_345, 12_346);
    restoreFile(backup, file, MOMENT);
    for (const each of [file, `${file}.lock`]) {
      expect(statSync(each)).toMatchObject({ uid: 12_345, gid: 12_346 });
    }
  });

  it('fails with the cause when a folder or the database itself is given as the backup', async () => {
    const { folder, file, stop } = await aRestorable();
    await stop();
    expect(() => restoreFile(folder, file, MOMENT)).toThrow(/is a folder: name one backup/);
    expect(() => restoreFile(file, file, MOMENT)).toThrow(/is the database itself/);
    expect(await channelsAt(file)).toEqual([1, 2]);
  });

  it.each([
    ['is missing', () => Promise.resolve(), /there is no backup .*spoiled/],
    [
      'is not a database',
      (backup: string) => writeFile(backup, 'Dear diary'),
      /spoiled\.sqlite: it cannot be read: file is not/,
    ],
    [
      'belongs to another program',
      (backup: string) => {
        new SqliteDatabase(backup).exec('create table notes (text)').close();
        return Promise.resolve();
      },
      /spoiled\.sqlite: it is no database of Bandeja/,
    ],
    [
      'is truncated',
      async (backup: string) => {
        const { backup: whole } = await aRestorable();
        writeFileSync(backup, readFileSync(whole).subarray(0, 20_000));
      },
      /spoiled\.sqlite: /,
    ],
  ])('changes nothing when the backup %s', async (_case, prepare, words) => {
    const { folder, file, stop } = await aRestorable();
    await stop();
    const spoiled = join(folder, 'spoiled.sqlite');
    await prepare(spoiled);
    expect(() => restoreFile(spoiled, file, MOMENT)).toThrow(words);
    expect(await channelsAt(file)).toEqual([1, 2]);
    const left = readdirSync(folder).filter((name) => !/^spoiled|lock$/.test(name));
    expect(left.toSorted()).toEqual(['backup.sqlite', 'bandeja.sqlite']);
  });
});
