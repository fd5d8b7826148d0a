import type { APIMessage } from 'discord-api-types/v10';
import { botAccount, may } from '../channels/access.ts';
import { isPrivate } from '../channels/direct.ts';
import type { ShownMessage } from '../shown-state.ts';
import type { Discord } from '../discord.ts';
import { ACCOUNTS, APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { memberOf } from '../guild/members.ts';
import type { Change } from '../state/changes.ts';
import type { State, StoredMessage } from '../state/state.ts';
import { presentMessage } from './present.ts';

/** The guild of a channel, null for direct messages. */
export const guildOf = (state: Readonly<State>, channelId: string): string | null =>
  (state.channels.get(channelId)?.recipientId ?? null) === null ? GUILD_ID : null;

/** Whether the bot receives events of a channel: only of channels that it sees. */
const isTold = (state: Readonly<State>, channelId: string): boolean => {
  const channel = state.channels.get(channelId);
  return (
    channel === undefined ||
    (!isPrivate(channel) && may(state, channel, botAccount(), 'ViewChannel'))
  );
};

/** A message as the control API shows it to one person. */
export const showMessage = (
  discord: Discord,
  stored: StoredMessage,
  viewerId: string,
): ShownMessage => ({
  ...presentMessage(discord, stored, viewerId),
  ...(stored.ephemeralFor === null ? {} : { ephemeralFor: stored.ephemeralFor }),
});

/** Stores a new message and announces it; the bot receives no event for an ephemeral one. */
export const publishMessage = (discord: Discord, stored: StoredMessage): void => {
  discord.commit(messageChange(stored));
  dispatch(discord, stored, 'MESSAGE_CREATE');
  discord.control.emit({ type: 'message-create', message: showMessage(discord, stored, '') });
};

/** Stores a changed message and announces it. */
export const publishEdit = (discord: Discord, stored: StoredMessage): void => {
  discord.commit(messageChange(stored));
  dispatch(discord, stored, 'MESSAGE_UPDATE');
  announceChange(discord, stored);
};

/** Announces a changed message to the page only. */
export const announceChange = (discord: Discord, stored: StoredMessage): void => {
  discord.control.emit({ type: 'message-update', message: showMessage(discord, stored, '') });
};

/** Removes a message and announces it. */
export const publishDeletion = (discord: Discord, { body, ephemeralFor }: StoredMessage): void => {
  const { id, channel_id: channelId } = body;
  discord.commit({ type: 'message-gone', channelId, id });
  if (ephemeralFor === null && isTold(discord.state, channelId)) {
    const guildId = guildOf(discord.state, channelId);
    const data = { id, channel_id: channelId, ...(guildId === null ? {} : { guild_id: guildId }) };
    discord.dispatch({ name: 'MESSAGE_DELETE', guildId, data });
  }
  discord.control.emit({ type: 'message-delete', id, channelId });
};

const messageChange = (message: StoredMessage): Change => ({ type: 'message', message });

const dispatch = (
  discord: Discord,
  stored: StoredMessage,
  name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE',
) => {
  if (stored.ephemeralFor !== null || !isTold(discord.state, stored.body.channel_id)) return;
  const message = presentMessage(discord, stored);
  const guildId = guildOf(discord.state, message.channel_id);
  if (guildId === null) {
    discord.dispatch({ name, guildId, data: message });
    return;
  }
  const withoutContent = inGuild(discord.state, withoutForeignContent(message));
  discord.dispatch({ name, guildId, data: inGuild(discord.state, message), withoutContent });
};

/**
 * A message of a guild as a bot without the intent for contents gets it: of others that do not
 * mention it, nothing of what they say or answer.
 * https://docs.discord.com/developers/events/gateway#message-content-intent
 */
const withoutForeignContent = (message: APIMessage): APIMessage => {
  const isOurs =
    message.author.id === APPLICATION_ID ||
    message.mentions.some(({ id }) => id === APPLICATION_ID);
  if (isOurs) return message;
  const answered = message.referenced_message;
  return {
    ...message,
    ...NOTHING_SAID,
    ...(answered ? { referenced_message: withoutForeignContent(answered) } : {}),
  };
};

const NOTHING_SAID = { content: '', embeds: [], attachments: [], components: [] };

/** The gateway adds the guild, and what the author and those mentioned are in it. */
const inGuild = (state: Readonly<State>, message: APIMessage) => ({
  ...message,
  guild_id: GUILD_ID,
  ...memberPart(state, message.author.id),
  mentions: message.mentions.map((user) => ({ ...user, ...memberPart(state, user.id) })),
});

const memberPart = (state: Readonly<State>, id: string) => {
  const account = ACCOUNTS.get(id);
  return account === undefined ? {} : { member: memberOf(state, account) };
};
