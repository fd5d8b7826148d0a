import {
  ChannelType,
  MessageReferenceType,
  MessageType,
  type RESTPostAPIChannelThreadsJSONBody,
} from 'discord-api-types/v10';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { isoTime } from '../json.ts';
import { publishMessage } from '../messages/announce.ts';
import { composeMessage } from '../messages/compose.ts';
import { plainChannel, plainMessage, type StoredChannel } from '../state/state.ts';
import { botAccount } from './access.ts';

const DAY_IN_MINUTES = 1_440;

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
  form: ThreadForm,
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
