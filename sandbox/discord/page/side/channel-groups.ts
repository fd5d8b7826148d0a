import { ChannelType } from 'discord-api-types/v10';

import type { ControlState, Person, ShownChannel } from '../../shown-state.ts';

/** A heading of the channel list and its channels. */
export interface ChannelGroup {
  readonly title: string | null;
  readonly places: readonly ChannelEntry[];
}

/** A channel to read in, with the threads that were opened from it. */
export interface ChannelEntry {
  readonly channel: ShownChannel;
  readonly threads: readonly ShownChannel[];
}

const READABLE: ReadonlySet<number> = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
]);

const LISTED: ReadonlySet<number> = new Set([...READABLE, ChannelType.GuildForum]);

const THREADS: ReadonlySet<number> = new Set([
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
]);

/**
 * The channels as one person sees them: those without a category, each category with its own, and
 * the person's direct messages. Empty groups and archived threads are left out.
 */
export function channelGroups(
  channels: readonly ShownChannel[],
  me: Person,
): readonly ChannelGroup[] {
  const placesIn = (parentId: string | null): readonly ChannelEntry[] =>
    channels
      .filter((channel) => LISTED.has(channel.type) && channel.parentId === parentId)
      .map((channel) => ({
        channel,
        threads: threadsOf(channels, channel.id).filter(({ thread }) => thread?.archived !== true),
      }));
  const categories = channels.filter(({ type }) => isType(type, ChannelType.GuildCategory));
  const direct = channels.filter((channel) => isDirect(channel) && isSeenBy(channel, me.id));
  return [
    { title: null, places: placesIn(null) },
    ...categories.map(({ id, name }) => ({ title: name, places: placesIn(id) })),
    {
      title: 'Direct messages',
      places: direct.map((channel) => ({ channel, threads: [] })),
    },
  ].filter(({ places }) => places.length > 0);
}

/** The channel to start with: the one of that name, else the first that can be read. */
export function firstChannel(channels: readonly ShownChannel[], wanted: string): string | null {
  const readable = channels.filter(({ type }) => READABLE.has(type));
  return (readable.find(({ name }) => name === wanted) ?? readable[0])?.id ?? null;
}

/** The threads of a channel, the posts of a forum; oldest first. */
export function threadsOf(
  channels: readonly ShownChannel[],
  channelId: string,
): readonly ShownChannel[] {
  return channels.filter(({ type, parentId }) => THREADS.has(type) && parentId === channelId);
}

/** Whether a channel holds posts instead of messages. */
export function isForum({ type }: ShownChannel): boolean {
  return isType(type, ChannelType.GuildForum);
}

/** Whether people talk here with the bot or among themselves, outside the server. */
export function isDirect({ peopleIds }: ShownChannel): boolean {
  return peopleIds.length > 0;
}

/** Whether a person sees a channel, as far as direct messages decide it. */
export function isSeenBy(channel: ShownChannel, personId: string): boolean {
  return !isDirect(channel) || channel.peopleIds.includes(personId);
}

/** What a channel is called to one person: a direct message is called by who is at its other end. */
export function channelName(channel: ShownChannel, me: Person, server: ControlState): string {
  if (!isDirect(channel)) return channel.name;
  const other = server.people.find(({ id }) => id !== me.id && channel.peopleIds.includes(id));
  return other?.displayName ?? server.bot.username;
}

/** The same with the sign of its kind: `#general`, `@Bandeja`. */
export function channelTitle(channel: ShownChannel, me: Person, server: ControlState): string {
  return `${isDirect(channel) ? '@' : '#'}${channelName(channel, me, server)}`;
}

function isType(type: number, wanted: number): boolean {
  return type === wanted;
}
