import type { StoredServer } from '../../domain/alerts/import-plan.ts';
import type { Db } from '../connection/schema.ts';
import { followsOf } from '../follows/follows.ts';
import { channelsOfGuild } from './channels.ts';
import { managerRoles } from './manager-roles.ts';

/** All that moderators have chosen in a server. */
export const serverSettings = async (db: Db, guildId: string): Promise<StoredServer> => {
  const channels = [];
  for (const channel of await channelsOfGuild(db, guildId)) {
    const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
    channels.push({ channel, follows });
  }
  return { channels, managers: await managerRoles(db, guildId) };
};
