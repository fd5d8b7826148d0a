import SqliteDatabase from 'better-sqlite3';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addFollow } from '#src/store/follows/follows.ts';
import { removeChannel } from '#src/store/channels/guild-channels.ts';
import { deleteMemberData } from '#src/store/follows/member-data.ts';
import { deleteServerData } from '#src/store/channels/server-data.ts';
import { backUp } from '#src/store/sqlite-file/backup.ts';
import type { Db } from '#src/store/connection/database.ts';
import { aFolder, aStoreAt } from './database-file.ts';
import { aChannel, aPlayer, discordId, follow, NOON } from './rows.ts';

const [MEMBER, OTHER, SERVER] = [discordId(701), discordId(702), discordId(801)];

/** Whether a text occurs in these files, as bytes. */
const isIn = (text: string, ...files: readonly string[]): boolean =>
  files.some((file) => existsSync(file) && readFileSync(file).includes(text));

/** Enough follows of a member to fill whole pages among those of others. */
const fill = async (db: Db) => {
  const channel = await aChannel(db, 1, { guildId: SERVER, configuredBy: OTHER });
  for (let id = 1; id <= 200; id += 1) {
    for (const memberId of [MEMBER, OTHER]) {
      await addFollow(db, { channelKey: channel.key, memberId }, aPlayer(id), NOON);
    }
  }
  return channel;
};

describe('deleted data', () => {
  it.each<[string, string, (db: Db) => Promise<void>]>([
    ['a member', MEMBER, (db) => deleteMemberData(db, MEMBER)],
    ['a server', SERVER, (db) => deleteServerData(db, SERVER)],
  ])('of %s is in no file any more and in no later backup', async (_what, id, forget) => {
    const folder = aFolder();
    const file = join(folder, 'bandeja.sqlite');
    const { db } = await aStoreAt(file);
    await fill(db);
    expect(isIn(id, file, `${file}-wal`)).toBe(true);
    await forget(db);
    expect(isIn(id, file, `${file}-wal`)).toBe(false);
    await backUp(file, join(folder, 'copy.sqlite'));
    expect(isIn(id, join(folder, 'copy.sqlite'))).toBe(false);
  });

  it('of an alert channel is in no file any more', async () => {
    const file = join(aFolder(), 'bandeja.sqlite');
    const { db } = await aStoreAt(file);
    const channel = await fill(db);
    await removeChannel(db, channel);
    for (const id of [MEMBER, OTHER, SERVER]) expect(isIn(id, file, `${file}-wal`)).toBe(false);
  });

  it('that an earlier release left in the file is erased when this release starts', async () => {
    const file = join(aFolder(), 'bandeja.sqlite');
    const store = await aStoreAt(file);
    const channel = await fill(store.db);
    await store.close();
    const old = new SqliteDatabase(file);
    old.pragma('secure_delete = OFF');
    old.pragma('user_version = 0');
    old.prepare('delete from follows where member_id = ?').run(MEMBER);
    old.close();
    expect(isIn(MEMBER, file)).toBe(true);

    const { db } = await aStoreAt(file);
    expect(isIn(MEMBER, file, `${file}-wal`)).toBe(false);
    expect(await follow(db, channel, aPlayer(1), OTHER)).toBe('known');
  });
});
