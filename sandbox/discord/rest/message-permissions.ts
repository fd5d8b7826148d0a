import { channelForBot, may, botAccount, writingPermission } from '../channels/access.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import type { MessageContent } from '../messages/compose.ts';
import type { PermissionName } from '../permissions.ts';
import { messageOf, type StoredChannel, type StoredMessage } from '../state/state.ts';

/** The channel, when the bot may write this message there. */
export const channelToWrite = (
  discord: Discord,
  id: string,
  content: MessageContent,
  uploads: number,
): StoredChannel => {
  const seen = channelForBot(discord, id);
  refuseUnwelcome(discord, seen);
  refuseBlocked(discord, 'blockedMessage', JSON.stringify(content));
  const needed: PermissionName[] = [
    writingPermission(seen),
    ...((content.embeds?.length ?? 0) > 0 ? (['EmbedLinks'] as const) : []),
    ...(uploads > 0 ? (['AttachFiles'] as const) : []),
  ];
  return channelForBot(discord, id, ...needed);
};

/** Throws 200000 or 200001 for a text with a word that AutoMod blocks. */
export const refuseBlocked = (
  { faults }: Discord,
  kind: 'blockedMessage' | 'blockedTitle',
  text: string,
): void => {
  if (faults.current.blockedWords.some((word) => text.includes(word))) throw refusal(kind);
};

/** Throws 50007 for a person who takes no direct messages, 50278 for one the bot shares no guild with. */
const refuseUnwelcome = ({ state }: Discord, { recipientId }: StoredChannel): void => {
  if (recipientId === null) return;
  if (!state.bot.isMember && !state.appUsers.has(recipientId)) throw refusal('noMutualGuilds');
  if (state.closedDirect.has(recipientId)) throw refusal('cannotMessageUser');
};

/** A message that the bot may read. Throws 10008 for an unknown one. */
export const messageForBot = (discord: Discord, channelId: string, id: string): StoredMessage => {
  const channel = channelForBot(discord, channelId);
  if (!may(discord.state, channel, botAccount(), 'ReadMessageHistory'))
    throw refusal('missingAccess');
  return existingMessage(discord, channelId, id);
};

/** A message of a channel; an ephemeral one does not exist here, as at Discord. */
export const existingMessage = (
  { state }: Discord,
  channelId: string,
  id: string,
): StoredMessage => {
  const stored = messageOf(state, channelId, id);
  if (stored?.ephemeralFor !== null) throw refusal('unknownMessage');
  return stored;
};
