import { setImmediate as turn } from 'node:timers/promises';
import type { StoredServer } from '../../domain/alerts/import-plan.ts';
import type { ChannelData, ServerData } from '../../domain/stored-data.ts';
import { channelData, deleteChannel } from './channel-data.ts';
import { channelsIn, channelsOfGuild } from './channels.ts';
import { deleteBoardsOfGuild, deleteOfGuilds } from './guild-channels.ts';
import { managerRoles } from './manager-roles.ts';
import { countOfChanges } from './setting-changes.ts';
import { countOf } from '../connection/queries.ts';
import type { Db } from '../connection/schema.ts';
import { followsOf } from '../follows/follows.ts';
import { truncateWal } from '../sqlite-file/erasure.ts';

/** All that moderators have chosen in a server. */
export const serverSettings = async (db: Db, guildId: string): Promise<StoredServer> => {
  const channels = [];
  for (const channel of await channelsOfGuild(db, guildId)) {
    const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
    channels.push({ channel, follows });
  }
  return { channels, managers: await managerRoles(db, guildId) };
};

export const serverData = async (db: Db, guildId: string): Promise<ServerData> => {
  const stored = await channelsIn(
    db.selectFrom('channels').selectAll().where('guildId', '=', guildId).orderBy('id'),
  );
  const channels: ChannelData[] = [];
  for (const channel of stored) {
    channels.push(await channelData(db, channel));
    // SQLite never waits.
    await turn();
  }
  return {
    channels,
    events: await countOf(db.selectFrom('serverEvents').where('guildId', '=', guildId)),
    managerRoles: await managerRoles(db, guildId),
    changes: await countOfChanges(db, { guildId }),
  };
};

/** Deletes a server: its channels and all follows in them. */
export const deleteServerData = async (db: Db, guildId: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await deleteBoardsOfGuild(tx, guildId);
    const channels = await tx
      .selectFrom('channels')
      .select('id')
      .where('guildId', '=', guildId)
      .execute();
    for (const { id } of channels) await deleteChannel(tx, id);
    await deleteOfGuilds(tx, [guildId]);
  });
  await truncateWal(db);
};
