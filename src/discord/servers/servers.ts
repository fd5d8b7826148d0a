import {
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  type GatewayReadyDispatchData,
} from 'discord-api-types/v10';
import { channelsUnder, serverOf, type CachedGuild, afterEvent } from './server.ts';
import { isOfShard, type Shard } from '../gateway/shards.ts';
import type { Clocks } from '../../lib/clocks.ts';

interface ServerEvents {
  /** The bot was invited: for the first time, or again. */
  readonly joined: (guildId: string) => void;
  readonly left: (guildId: string) => void;
  /** The bot's permissions in a server may have changed. */
  readonly accessChanged: (guildId: string) => void;
  /** Discord has sent all servers of a shard again: any may have changed meanwhile. */
  readonly resynced: (shard: Shard) => void;
  /** A server chose under Integrations who may use our commands. */
  readonly commandPermissionsChanged: (guildId: string) => void;
  /** A message of another user was posted in a channel. */
  readonly messageCreated: (channelId: string) => void;
  /** @param name where it was known */
  readonly channelDeleted: (channelId: string, name: string | null) => void;
}

interface ServedShard extends Shard {
  /** Servers that READY announced and that have not arrived yet. */
  readonly announced: Set<string>;
  readonly isFirst: boolean;
}

/** Events after which the bot's permissions in a server may be others. */
const ALTERS_ACCESS: ReadonlySet<GatewayDispatchEvents> = new Set([
  GatewayDispatchEvents.ChannelUpdate,
  // A thread was locked or opened again.
  GatewayDispatchEvents.ThreadUpdate,
  GatewayDispatchEvents.GuildRoleUpdate,
  GatewayDispatchEvents.GuildRoleDelete,
  GatewayDispatchEvents.GuildMemberUpdate,
]);

/** The server id of an event; empty for none. */
const guildIdIn = (data: unknown): string =>
  typeof data === 'object' &&
  data !== null &&
  'guild_id' in data &&
  typeof data.guild_id === 'string'
    ? data.guild_id
    : '';

/**
 * The servers of this process's shards: what the bot reads of them. Starts empty; `onDispatch` fills it
 * with the events of each shard.
 */
export const createServers = ({ ownId, now }: Pick<Clocks, 'now'> & { readonly ownId: string }) => {
  const stored = new Map<string, CachedGuild>();
  const shards = new Map<number, ServedShard>();
  const listeners: Partial<ServerEvents>[] = [];

  const notify = (call: (listener: Partial<ServerEvents>) => void): void => {
    listeners.forEach(call);
  };

  /**
   * A session starts. A server that it announces is new only if no earlier session of this process had
   * it; one that it no longer announces was left meanwhile.
   */
  const startSession = (shard: Shard, { guilds }: GatewayReadyDispatchData): void => {
    const isFirst = !shards.has(shard.id);
    const there = new Set(guilds.map(({ id }) => id));
    const before = new Set([
      ...(shards.get(shard.id)?.announced ?? []),
      ...[...stored.keys()].filter((id) => isOfShard(id, shard)),
    ]);
    const announced = new Set([...there].filter((id) => isFirst || before.has(id)));
    shards.set(shard.id, { ...shard, announced, isFirst });
    for (const id of before) {
      if (there.has(id)) continue;
      stored.delete(id);
      notify((to) => to.left?.(id));
    }
  };

  const addServer = (shard: Shard, server: CachedGuild): void => {
    const { id } = server;
    const served = shards.get(shard.id);
    const wasAnnounced = served?.announced.delete(id) === true;
    const isNew = !wasAnnounced && !stored.has(id);
    stored.set(id, server);
    if (isNew) notify((to) => to.joined?.(id));
    // A new shard brings thousands of servers: the caller of `serve` checks them together.
    if (!wasAnnounced) notify((to) => to.accessChanged?.(id));
    else if (served.announced.size === 0 && !served.isFirst) notify((to) => to.resynced?.(shard));
  };

  const removeServer = (shard: Shard, id: string): void => {
    const wasAnnounced = shards.get(shard.id)?.announced.delete(id) === true;
    if (stored.delete(id) || wasAnnounced) notify((to) => to.left?.(id));
  };

  const change = (guildId: string, event: GatewayDispatchPayload): void => {
    const server = stored.get(guildId);
    const changed = server === undefined ? null : afterEvent(server, event, ownId);
    if (changed === null) return;
    stored.set(guildId, changed);
    if (ALTERS_ACCESS.has(event.t)) notify((to) => to.accessChanged?.(guildId));
  };

  const deleteChannel = (guildId: string, id: string, event: GatewayDispatchPayload): void => {
    const deleted = channelsUnder(stored.get(guildId)?.channels ?? new Map(), id);
    change(guildId, event);
    for (const gone of new Set([id, ...deleted.keys()])) {
      notify((to) => to.channelDeleted?.(gone, deleted.get(gone)?.name ?? null));
    }
  };

  const onDispatch = (shard: Shard, event: GatewayDispatchPayload): void => {
    switch (event.t) {
      case GatewayDispatchEvents.Ready:
        startSession(shard, event.d);
        break;
      case GatewayDispatchEvents.GuildCreate:
        if (event.d.unavailable !== true) addServer(shard, serverOf(event.d, ownId));
        break;
      case GatewayDispatchEvents.GuildDelete:
        // Unavailable means an outage: the server comes back.
        if (event.d.unavailable !== true) removeServer(shard, event.d.id);
        break;
      case GatewayDispatchEvents.GuildUpdate:
        change(event.d.id, event);
        break;
      case GatewayDispatchEvents.ChannelDelete:
      case GatewayDispatchEvents.ThreadDelete:
        deleteChannel(event.d.guild_id, event.d.id, event);
        break;
      case GatewayDispatchEvents.ApplicationCommandPermissionsUpdate:
        notify((to) => to.commandPermissionsChanged?.(event.d.guild_id));
        break;
      case GatewayDispatchEvents.MessageCreate:
        if (event.d.author.id !== ownId) notify((to) => to.messageCreated?.(event.d.channel_id));
        break;
      default:
        change(guildIdIn(event.d), event);
    }
  };

  return {
    ownId,
    now,
    onDispatch,
    listen: (events: Partial<ServerEvents>): void => {
      listeners.push(events);
    },
    /** Undefined where the bot is no member, and during an outage of Discord's. */
    of: (guildId: string): CachedGuild | undefined => stored.get(guildId),
    /** Whether the server belongs to a shard of this process. */
    isServed: (guildId: string): boolean =>
      [...shards.values()].some((shard) => isOfShard(guildId, shard)),
    /** Whether the bot is a member, also during an outage. */
    isIn: (guildId: string): boolean =>
      stored.has(guildId) || [...shards.values()].some(({ announced }) => announced.has(guildId)),
    /** The ids of all servers of the bot, also those with an outage. */
    ids: (): ReadonlySet<string> =>
      new Set([
        ...stored.keys(),
        ...[...shards.values()].flatMap(({ announced }) => [...announced]),
      ]),
    /** Whether Discord has sent every server that the READY of the shard announced. */
    isComplete: (shardId: number): boolean => shards.get(shardId)?.announced.size === 0,
    /** Drops the servers of a shard that another process now serves; the bot stays in them. */
    forget: (shardId: number): void => {
      const shard = shards.get(shardId);
      if (shard === undefined) return;
      shards.delete(shardId);
      for (const id of stored.keys()) if (isOfShard(id, shard)) stored.delete(id);
    },
  };
};

export type GuildCache = ReturnType<typeof createServers>;
