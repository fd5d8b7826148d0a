import {
  ChannelType,
  MessageReferenceType,
  MessageType,
  type RESTPostAPIChannelThreadsJSONBody,
  type RESTPostAPIGuildForumThreadsJSONBody,
} from 'discord-api-types/v10';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { isoTime } from '../json.ts';
import { refusal } from '../errors.ts';
import { publishMessage } from '../messages/announce.ts';
import { composeMessage } from '../messages/compose.ts';
import { messagesOf, plainChannel, plainMessage, type StoredChannel } from '../state/state.ts';
import { MINUTE } from '../../../src/lib/time.ts';
import { botAccount } from './access.ts';
import { publishChannelEdit } from './write.ts';

const DAY_IN_MINUTES = 1_440;

/** Archives the threads in which nobody has written for as long as each wants. */
export const settleThreads = (discord: Discord): void => {
  for (const channel of discord.state.channels.values()) {
    const { thread } = channel;
    if (thread === null || thread.archived) continue;
    const last = messagesOf(discord.state, channel.id).at(-1)?.body.timestamp ?? '';
    // Opening it again counts as well.
    const quietSince = [last, thread.archiveTimestamp].toSorted().at(-1) ?? '';
    if (Date.parse(quietSince) + thread.autoArchiveDuration * MINUTE > discord.now()) continue;
    const archiveTimestamp = isoTime(discord.now());
    publishChannelEdit(discord, {
      ...channel,
      thread: { ...thread, archived: true, archiveTimestamp },
    });
  }
};

/** A message opens an archived thread again. Throws 160005 where only moderators may do that. */
export const openToWrite = (discord: Discord, channel: StoredChannel): StoredChannel => {
  const { thread } = channel;
  if (thread?.locked === true) throw refusal(thread.archived ? 'archivedThread' : 'lockedThread');
  if (thread?.archived !== true) return channel;
  refuseManyThreads(discord);
  const archiveTimestamp = isoTime(discord.now());
  const opened = { ...channel, thread: { ...thread, archived: false, archiveTimestamp } };
  publishChannelEdit(discord, opened);
  return opened;
};

/** Throws 50083 for an archived thread: what lies in it does not change. */
export const requireOpen = ({ thread }: StoredChannel): void => {
  if (thread?.archived === true) throw refusal('archivedThread');
};

/** Throws 160006 where the guild has as many open threads as it may have. */
export const refuseManyThreads = ({ state, limits }: Discord): void => {
  const open = [...state.channels.values()].filter(({ thread }) => thread?.archived === false);
  if (open.length >= limits.openThreads) throw refusal('tooManyThreads');
};

/** The kind of public thread that a channel holds. */
export const publicThreadIn = ({ type }: StoredChannel) =>
  type === ChannelType.GuildAnnouncement
    ? ChannelType.AnnouncementThread
    : ChannelType.PublicThread;

/** What a new thread may be asked to be. */
export type ThreadForm = Pick<
  RESTPostAPIChannelThreadsJSONBody,
  'name' | 'auto_archive_duration' | 'rate_limit_per_user' | 'invitable'
>;

/** A thread of the bot's in a channel. */
export const newThread = (
  { now }: Discord,
  parent: StoredChannel,
  id: string,
  type: ChannelType,
  form: ThreadForm & Pick<RESTPostAPIGuildForumThreadsJSONBody, 'applied_tags'>,
): StoredChannel =>
  plainChannel({
    id,
    type,
    name: form.name,
    parentId: parent.id,
    rateLimitPerUser: form.rate_limit_per_user ?? 0,
    nsfw: parent.nsfw,
    thread: {
      ownerId: APPLICATION_ID,
      memberIds: [APPLICATION_ID],
      archived: false,
      locked: false,
      invitable: form.invitable ?? true,
      autoArchiveDuration: form.auto_archive_duration ?? DAY_IN_MINUTES,
      archiveTimestamp: isoTime(now()),
      createdAt: isoTime(now()),
      tagIds: form.applied_tags,
    },
  });

/** A thread without a message is announced in its channel by a message of its own. */
export const announceThread = (discord: Discord, parent: StoredChannel, thread: StoredChannel) => {
  const body = composeMessage(discord, {
    channel: parent,
    author: botAccount(),
    type: MessageType.ThreadCreated,
    content: { content: thread.name },
    extras: {
      message_reference: {
        type: MessageReferenceType.Default,
        channel_id: thread.id,
        guild_id: GUILD_ID,
      },
    },
  });
  publishMessage(discord, plainMessage(body));
};
