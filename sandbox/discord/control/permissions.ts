import { OverwriteType } from 'discord-api-types/v10';
import { publishChannelEdit } from '../channels/write.ts';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID } from '../guild/accounts.ts';
import { bitsOf, isPermissionName, type PermissionName } from '../permissions.ts';
import type { StoredChannel } from '../state/state.ts';

/** What the bot is denied and given in a channel, beyond its roles. */
export interface BotOverwrite {
  readonly denyToBot: readonly string[];
  readonly allowToBot: readonly string[];
}

/** Denies and gives the bot these permissions in a channel; all others follow its roles. */
export const setBotOverwrite = (
  discord: Discord,
  channel: StoredChannel,
  { denyToBot, allowToBot }: BotOverwrite,
): StoredChannel => {
  if (channel.thread !== null || channel.recipientId !== null) {
    throw new Complaint(
      'Permissions belong to channels of the guild, not to threads or direct messages',
    );
  }
  const denied = denyToBot.map(permissionNamed);
  const allowed = allowToBot.map(permissionNamed);
  const twice = denied.find((name) => allowed.includes(name));
  if (twice !== undefined) throw new Complaint(`${twice} is both denied and given`);
  const others = channel.overwrites.filter(({ id }) => id !== APPLICATION_ID);
  const own = {
    id: APPLICATION_ID,
    type: OverwriteType.Member,
    allow: String(bitsOf(allowed)),
    deny: String(bitsOf(denied)),
  };
  const edited = {
    ...channel,
    overwrites: denied.length + allowed.length === 0 ? others : [...others, own],
  };
  publishChannelEdit(discord, edited);
  return edited;
};

/** The permission of this name. Throws a `Complaint` when there is none. */
export const permissionNamed = (name: string): PermissionName => {
  if (isPermissionName(name)) return name;
  throw new Complaint(
    `"${name}" is no permission. They are spelt as in Discord's documentation for developers: ` +
      'ViewChannel, SendMessages, EmbedLinks, AttachFiles, ReadMessageHistory, …',
  );
};
