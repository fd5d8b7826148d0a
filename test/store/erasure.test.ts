import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addFollow } from '#src/store/follows/follows.ts';
import { leaveGuild, removeChannel } from '#src/store/channels/guild-channels.ts';
import { deleteMemberData } from '#src/store/members/member-data.ts';
import { deleteServerData } from '#src/store/channels/server-data.ts';
import { copyDatabase } from '#src/store/copy/copy-database.ts';
import { backUp } from '#src/store/sqlite-file/backup.ts';
import type { Db } from '#src/store/connection/database.ts';
import { aFolder, aStoreAt } from './database-file.ts';
import { aChannel, aPlayer, discordId, NOON } from './rows.ts';

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

  it('of a standing board is in no file any more when the bot has left its server', async () => {
    const file = join(aFolder(), 'bandeja.sqlite');
    const { db } = await aStoreAt(file);
    const channel = await aChannel(db, 1, { guildId: SERVER });
    const words = 'the words of a board';
    await db
      .insertInto('boards')
      .values({ discordId: channel.discordId, postingWords: words })
      .execute();
    expect(isIn(words, file, `${file}-wal`)).toBe(true);
    await leaveGuild(db, SERVER, NOON);
    expect(isIn(words, file, `${file}-wal`)).toBe(false);
  });

  it('of an alert channel is in no file any more', async () => {
    const file = join(aFolder(), 'bandeja.sqlite');
    const { db } = await aStoreAt(file);
    const channel = await fill(db);
    await removeChannel(db, channel);
    for (const id of [MEMBER, OTHER, SERVER]) expect(isIn(id, file, `${file}-wal`)).toBe(false);
  });

  it('that a copy replaced is in no file any more', async () => {
    const folder = aFolder();
    const [from, to] = [join(folder, 'from.sqlite'), join(folder, 'to.sqlite')];
    const target = await aStoreAt(to);
    await fill(target.db);
    await target.close();
    await (await aStoreAt(from)).close();
    const options = { from: `file:${from}`, to: `file:${to}`, onTable: () => undefined };
    await copyDatabase({ ...options, replace: true });
    expect(isIn(MEMBER, to, `${to}-wal`)).toBe(false);
  });
});
