import { PermissionFlagsBits, type GuildBasedChannel } from 'discord.js';
import type { PermissionName } from './command.ts';

const NEEDED: readonly PermissionName[] = ['ViewChannel', 'SendMessages', 'EmbedLinks'];

/** Which permissions the bot lacks to post alerts in a channel of its server. */
export const missingPermissions = (channel: GuildBasedChannel): readonly PermissionName[] => {
  const { me } = channel.guild.members;
  const granted = me === null ? null : channel.permissionsFor(me);
  return NEEDED.filter((name) => granted?.has(PermissionFlagsBits[name]) !== true);
};
