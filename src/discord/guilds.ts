import {
  ChannelType,
  Events,
  type Client,
  type Guild,
  type GuildTextBasedChannel,
} from 'discord.js';
import { missingPermissions } from './permissions.ts';

/** What happens to the bot's place in servers. */
export interface GuildEvents {
  /** The bot was invited: for the first time, or again. */
  readonly joined: (guildId: string) => void;
  readonly left: (guildId: string) => void;
  /** Somebody else wrote in a channel. */
  readonly wrote: (channelId: string) => void;
  readonly channelDeleted: (channelId: string) => void;
}

/** Calls back when the bot is invited or removed, and when others write. */
export const onGuilds = (client: Client, events: GuildEvents): void => {
  client.on(Events.GuildCreate, ({ id }) => {
    events.joined(id);
  });
  // An outage of Discord's is told as unavailable, never here.
  client.on(Events.GuildDelete, ({ id }) => {
    events.left(id);
  });
  client.on(Events.ChannelDelete, ({ id }) => {
    events.channelDeleted(id);
  });
  client.on(Events.ThreadDelete, ({ id }) => {
    events.channelDeleted(id);
  });
  client.on(Events.MessageCreate, ({ author, channelId }) => {
    if (author.id !== client.user?.id) events.wrote(channelId);
  });
};

/** The servers that the bot is a member of. */
export const guildIdsOf = (client: Client): ReadonlySet<string> =>
  new Set(client.guilds.cache.keys());

/** Discord's id of who owns a server; null when it is not known. */
export const ownerOf = (client: Client, guildId: string): string | null =>
  client.guilds.cache.get(guildId)?.ownerId ?? null;

/**
 * Where a server is greeted: its channel for system messages, or the first in which the bot may
 * write; and the language that the server reads. Null where it may write nowhere.
 */
export const welcomePlace = (
  client: Client,
  guildId: string,
): { readonly channelId: string; readonly locale: string } | null => {
  const guild = client.guilds.cache.get(guildId);
  if (guild === undefined) return null;
  const channel = writableIn(guild);
  return channel === undefined ? null : { channelId: channel.id, locale: guild.preferredLocale };
};

/** The channel for system messages; else the first where people talk, by its place in the list. */
const writableIn = (guild: Guild): GuildTextBasedChannel | undefined => {
  const { systemChannel } = guild;
  if (systemChannel !== null && missingPermissions(systemChannel).length === 0)
    return systemChannel;
  return guild.channels.cache
    .filter((channel) => channel.type === ChannelType.GuildText)
    .sort((a, b) => a.rawPosition - b.rawPosition)
    .find((channel) => missingPermissions(channel).length === 0);
};
