import { ChannelFlags, ChannelType } from 'discord-api-types/v10';
import { ACCOUNTS, GUILD_ID, userOf } from '../guild/accounts.ts';
import { peopleIn } from './direct.ts';
import { messagesOf, type State, type StoredChannel } from '../state/state.ts';

const THREADS: readonly ChannelType[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

/** What holds messages of its own; categories and forums hold channels and posts. */
const HOLD_MESSAGES: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.DM,
  ...THREADS,
];

export const isThread = (channel: StoredChannel): boolean => THREADS.includes(channel.type);

/** Whether messages can be written straight into a channel. */
export const holdsMessages = ({ type }: StoredChannel): boolean => HOLD_MESSAGES.includes(type);

/** A channel as Discord's API object. */
export const presentChannel = (state: Readonly<State>, channel: StoredChannel): object => {
  if (channel.type === ChannelType.DM) return presentDirect(state, channel);
  if (channel.thread !== null) return presentThread(state, channel, channel.thread);
  return {
    id: channel.id,
    type: channel.type,
    guild_id: GUILD_ID,
    name: channel.name,
    position: channel.position,
    parent_id: channel.parentId,
    permission_overwrites: channel.overwrites,
    flags: channel.requiresTag === true ? ChannelFlags.RequireTag : 0,
    ...(channel.type === ChannelType.GuildCategory
      ? {}
      : {
          topic: channel.topic,
          nsfw: channel.nsfw,
          rate_limit_per_user: channel.rateLimitPerUser,
          last_message_id: lastMessageId(state, channel),
          last_pin_timestamp: channel.lastPinAt,
        }),
    ...(channel.type === ChannelType.GuildForum ? presentForum(state, channel) : {}),
  };
};

/** What a forum has beside a text channel; its newest message is its newest post. */
const presentForum = (state: Readonly<State>, { id, tags = [] }: StoredChannel) => ({
  last_message_id:
    [...state.channels.values()].findLast(({ parentId }) => parentId === id)?.id ?? null,
  available_tags: tags.map((tag) => ({ ...tag, emoji_id: null, emoji_name: null })),
  default_reaction_emoji: null,
  default_sort_order: null,
  default_forum_layout: 0,
  template: '',
});

const presentDirect = (state: Readonly<State>, channel: StoredChannel) => {
  return {
    id: channel.id,
    type: channel.type,
    last_message_id: lastMessageId(state, channel),
    flags: 0,
    recipients: peopleIn(channel).flatMap((id) => {
      const account = ACCOUNTS.get(id);
      return account === undefined ? [] : [userOf(account)];
    }),
  };
};

const presentThread = (
  state: Readonly<State>,
  channel: StoredChannel,
  thread: NonNullable<StoredChannel['thread']>,
) => {
  // The message that a thread starts with is not counted: it has the thread's id, and lies in the
  // parent channel, or in a forum's post itself.
  const count = messagesOf(state, channel.id).filter(({ body }) => body.id !== channel.id).length;
  return {
    id: channel.id,
    type: channel.type,
    guild_id: GUILD_ID,
    name: channel.name,
    parent_id: channel.parentId,
    owner_id: thread.ownerId,
    last_message_id: lastMessageId(state, channel),
    last_pin_timestamp: channel.lastPinAt,
    rate_limit_per_user: channel.rateLimitPerUser,
    message_count: count,
    total_message_sent: count,
    member_count: thread.memberIds.length,
    flags: 0,
    ...(isPost(state, channel) ? { applied_tags: thread.tagIds ?? [] } : {}),
    thread_metadata: {
      archived: thread.archived,
      auto_archive_duration: thread.autoArchiveDuration,
      archive_timestamp: thread.archiveTimestamp,
      locked: thread.locked,
      create_timestamp: thread.createdAt,
      ...(channel.type === ChannelType.PrivateThread ? { invitable: thread.invitable } : {}),
    },
  };
};

/** Whether a thread is a post of a forum. */
const isPost = (state: Readonly<State>, { parentId }: StoredChannel): boolean =>
  state.channels.get(parentId ?? '')?.type === ChannelType.GuildForum;

const lastMessageId = (state: Readonly<State>, channel: StoredChannel): string | null =>
  messagesOf(state, channel.id).findLast(({ ephemeralFor }) => ephemeralFor === null)?.body.id ??
  null;

/** One member of a thread as Discord's API object. */
export const presentThreadMember = (channel: StoredChannel, userId: string) => ({
  id: channel.id,
  user_id: userId,
  join_timestamp: channel.thread?.createdAt ?? '',
  flags: 0,
});
