import type { Discord } from '../discord.ts';
import { ACCOUNTS, GUILD_ID } from '../guild/accounts.ts';
import { fullMemberOf } from '../guild/members.ts';
import type { StoredMessage } from '../state/state.ts';
import { announceChange, guildOf } from './announce.ts';
import { emojiOf } from './present.ts';

/** Adds a user's reaction; no effect when it exists. */
export const addReaction = (
  discord: Discord,
  stored: StoredMessage,
  emoji: string,
  userId: string,
) => {
  const known = stored.reactions[emoji] ?? [];
  if (known.includes(userId)) return;
  storeReactions(discord, stored, { ...stored.reactions, [emoji]: [...known, userId] });
  const account = ACCOUNTS.get(userId);
  dispatch(discord, stored, 'MESSAGE_REACTION_ADD', {
    user_id: userId,
    emoji: emojiOf(emoji),
    message_author_id: stored.body.author.id,
    burst: false,
    type: 0,
    ...(account === undefined || guildOf(discord.state, stored.body.channel_id) === null
      ? {}
      : { member: fullMemberOf(discord.state, account) }),
  });
};

/** Removes a user's reaction; no effect without one. */
export const removeReaction = (
  discord: Discord,
  stored: StoredMessage,
  emoji: string,
  userId: string,
) => {
  const known = stored.reactions[emoji] ?? [];
  if (!known.includes(userId)) return;
  storeReactions(discord, stored, {
    ...stored.reactions,
    [emoji]: known.filter((id) => id !== userId),
  });
  const data = { user_id: userId, emoji: emojiOf(emoji), burst: false, type: 0 };
  dispatch(discord, stored, 'MESSAGE_REACTION_REMOVE', data);
};

/** Takes all reactions off a message, or all with one emoji. */
export const clearReactions = (discord: Discord, stored: StoredMessage, emoji: string | null) => {
  if (emoji === null) {
    storeReactions(discord, stored, {});
    dispatch(discord, stored, 'MESSAGE_REACTION_REMOVE_ALL', {});
    return;
  }
  storeReactions(discord, stored, { ...stored.reactions, [emoji]: [] });
  dispatch(discord, stored, 'MESSAGE_REACTION_REMOVE_EMOJI', { emoji: emojiOf(emoji) });
};

const storeReactions = (
  discord: Discord,
  stored: StoredMessage,
  reactions: StoredMessage['reactions'],
) => {
  const left = Object.entries(reactions).filter(([, userIds]) => userIds.length > 0);
  const message = { ...stored, reactions: Object.fromEntries(left) };
  discord.commit({ type: 'message', message });
  announceChange(discord, message);
};

const dispatch = (
  discord: Discord,
  { body }: StoredMessage,
  name:
    | 'MESSAGE_REACTION_ADD'
    | 'MESSAGE_REACTION_REMOVE'
    | 'MESSAGE_REACTION_REMOVE_ALL'
    | 'MESSAGE_REACTION_REMOVE_EMOJI',
  data: object,
) => {
  const guildId = guildOf(discord.state, body.channel_id);
  discord.dispatch({
    name,
    guildId,
    data: {
      channel_id: body.channel_id,
      message_id: body.id,
      ...(guildId === null ? {} : { guild_id: GUILD_ID }),
      ...data,
    },
  });
};
