import { once } from 'node:events';
import {
  Client,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  Options,
  type RESTOptions,
} from 'discord.js';
import type { Logger } from '../lib/logger.ts';
import type { AlertChannel, PermissionName } from '../domain/alert-channel.ts';
import { calmSharding } from './calm-sharding.ts';
import { INTENTS } from './intents.ts';
import { missingPermissions } from './permissions.ts';

export interface ClientOptions {
  /** Base of Discord's REST API, without the version. */
  readonly apiUrl: string;
}

/**
 * The runtime's own fetch. discord.js brings an undici that is not ours, and the two share one global
 * dispatcher: whichever loaded first would refuse the files of the other.
 */
const makeRequest = fetch as unknown as RESTOptions['makeRequest'];

/**
 * A client that holds what it needs and little more: servers, channels, roles and itself as a
 * member (permissions are computed from them). Its REST instance serves interactions alone.
 */
export const createClient = ({ apiUrl }: ClientOptions): Client =>
  new Client({
    intents: INTENTS,
    allowedMentions: { parse: [] },
    rest: { api: apiUrl, version: '10', timeout: 10_000, makeRequest },
    ws: { buildStrategy: calmSharding },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      VoiceStateManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      GuildMemberManager: {
        maxSize: 1,
        keepOverLimit: (member) => member.id === member.client.user.id,
      },
    }),
  });

/** Logs what goes wrong with the connection; what cannot mend itself is said loudly. */
export const reportTrouble = (client: Client, log: Logger): void => {
  client.on(Events.Error, (error) => {
    log.error({ err: error }, 'the Discord client failed and goes on');
  });
  client.on(Events.ShardDisconnect, ({ code }) => {
    log.error({ code }, 'Discord ended the connection for good: was DISCORD_TOKEN revoked?');
  });
};

const READY_WITHIN = 30_000;

/**
 * Connects to Discord; resolves when the bot knows its servers.
 * @throws an error whose message names the variable of the environment that is to be mended.
 */
export const login = async (client: Client, token: string): Promise<void> => {
  const ready = once(client, Events.ClientReady, { signal: AbortSignal.timeout(READY_WITHIN) });
  try {
    await Promise.all([ready, client.login(token)]);
    // Who owns the bot may change its webhook; without an answer nobody may.
    await client.application?.fetch().catch(() => undefined);
  } catch (error) {
    const isRefused =
      error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
    throw new Error(
      isRefused
        ? 'DISCORD_TOKEN is refused by Discord: copy the bot token again from the developer portal'
        : 'Discord cannot be reached: check the network, and DISCORD_API_URL if it is set',
      { cause: error },
    );
  }
};

/** Calls back whenever what the bot may do in a server could have changed. */
export const onAccessChanged = (client: Client, changed: (guildId: string) => void): void => {
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) changed(channel.guildId);
  });
  // A thread was locked or opened again.
  client.on(Events.ThreadUpdate, (_before, thread) => {
    changed(thread.guildId);
  });
  client.on(Events.GuildRoleUpdate, (_before, role) => {
    changed(role.guild.id);
  });
  client.on(Events.GuildRoleDelete, (role) => {
    changed(role.guild.id);
  });
  client.on(Events.GuildMemberUpdate, (_before, member) => {
    if (member.id === client.user?.id) changed(member.guild.id);
  });
  client.on(Events.GuildAvailable, (guild) => {
    changed(guild.id);
  });
  client.on(Events.GuildCreate, (guild) => {
    changed(guild.id);
  });
};

/** An alert channel; its kind tells a thread that sleeps from what is gone. */
type Place = Pick<AlertChannel, 'discordId' | 'kind'>;

/**
 * Which permissions the bot, as far as it knows, lacks to post alerts in a channel.
 * @param more what a setting needs beside that
 */
export const missingIn = (
  client: Client,
  { discordId, kind }: Place,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] => {
  const channel = client.channels.cache.get(discordId);
  // Discord tells of a thread while it is open: one that sleeps wakes with the next message.
  if (channel === undefined) return kind === 'thread' ? [] : ['ViewChannel'];
  return channel.isDMBased() ? [] : missingPermissions(channel, more);
};

/**
 * Whether everybody in a server may mention these roles. One that is gone is not held against them:
 * no permission would make it ring.
 */
export const areMentionable = (
  client: Client,
  guildId: string,
  roleIds: readonly string[],
): boolean => {
  const roles = client.guilds.cache.get(guildId)?.roles.cache;
  return roleIds.every((id) => roles?.get(id)?.mentionable !== false);
};

/** Whether the bot, as far as it knows, can post alerts in a channel. */
export const mayWrite = (client: Client, place: Place): boolean => {
  const channel = client.channels.cache.get(place.discordId);
  const isLocked = channel?.isThread() === true && channel.locked === true;
  return !isLocked && missingIn(client, place).length === 0;
};
