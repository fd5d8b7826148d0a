import {
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  type GatewayThreadListSyncDispatchData,
} from 'discord-api-types/v10';
import { isKept, isThread } from './channel-kinds.ts';
import {
  channelsUnder,
  guildChannel,
  headOf,
  membershipOf,
  roleOf,
  rolesOf,
  type CachedGuild,
  type ServerChannel,
  type WireChannel,
} from './server.ts';

/** A server after an event; null when the event changes nothing of it. */
export const afterEvent = (
  server: CachedGuild,
  event: GatewayDispatchPayload,
  ownId: string,
): CachedGuild | null => {
  switch (event.t) {
    case GatewayDispatchEvents.GuildUpdate:
      return { ...server, ...headOf(event.d), roles: rolesOf(event.d.roles) };
    case GatewayDispatchEvents.ChannelCreate:
    case GatewayDispatchEvents.ChannelUpdate:
      return isKept(event.d.type) ? withChannel(server, event.d, ownId) : null;
    case GatewayDispatchEvents.ThreadCreate:
    case GatewayDispatchEvents.ThreadUpdate:
      return withThread(server, event.d, ownId);
    case GatewayDispatchEvents.ChannelDelete:
    case GatewayDispatchEvents.ThreadDelete:
      return without(server, channelsUnder(server.channels, event.d.id));
    case GatewayDispatchEvents.ThreadListSync:
      return withThreads(server, event.d, ownId);
    case GatewayDispatchEvents.GuildRoleCreate:
    case GatewayDispatchEvents.GuildRoleUpdate: {
      const { role } = event.d;
      return { ...server, roles: new Map([...server.roles, [role.id, roleOf(role)]]) };
    }
    case GatewayDispatchEvents.GuildRoleDelete: {
      const roles = [...server.roles].filter(([id]) => id !== event.d.role_id);
      return { ...server, roles: new Map(roles) };
    }
    case GatewayDispatchEvents.GuildMemberUpdate:
      return event.d.user.id === ownId ? { ...server, us: membershipOf(ownId, event.d) } : null;
    default:
      return null;
  }
};

const withChannel = (server: CachedGuild, channel: WireChannel, ownId: string): CachedGuild => ({
  ...server,
  channels: new Map([...server.channels, [channel.id, guildChannel(channel, ownId)]]),
});

const without = (server: CachedGuild, gone: ReadonlyMap<string, ServerChannel>): CachedGuild => ({
  ...server,
  channels: new Map([...server.channels].filter(([id]) => !gone.has(id))),
});

/** Discord limits open threads, and not those that are archived and locked: so many of a channel are kept. */
const LOCKED_MAX = 100;

/** An archived thread is dropped, since the next message opens it again; the last locked ones are kept. */
const withThread = (server: CachedGuild, thread: WireChannel, ownId: string): CachedGuild => {
  const { archived = false, locked = false } = thread.thread_metadata ?? {};
  if (!archived) return withChannel(server, thread, ownId);
  const rest = without(server, channelsUnder(server.channels, thread.id));
  const siblings = channelsUnder(rest.channels, thread.parent_id ?? '');
  if (!locked || siblings.size === 0) return rest;
  const others = [...siblings].filter(([, { isLocked }]) => isLocked);
  const tooMany = new Map(others.toReversed().slice(LOCKED_MAX - 1));
  return withChannel(without(rest, tooMany), thread, ownId);
};

/** Replaces the open threads of some channels, or of all when none are named. */
const withThreads = (
  server: CachedGuild,
  { channel_ids: parents, threads }: GatewayThreadListSyncDispatchData,
  ownId: string,
): CachedGuild => {
  const synced =
    parents === undefined
      ? [...server.channels]
      : parents.flatMap((id) => [...channelsUnder(server.channels, id)]);
  const closed = new Map(synced.filter(([, { type }]) => isThread(type)));
  // Discord sends threads only; its type allows any channel.
  return (threads as readonly WireChannel[]).reduce(
    (changed, thread) => withThread(changed, thread, ownId),
    without(server, closed),
  );
};
