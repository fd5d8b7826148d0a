import {
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  type GatewayThreadListSyncDispatchData,
} from 'discord-api-types/v10';
import { isThread } from './channel-kinds.ts';
import {
  guildChannel,
  headOf,
  membershipOf,
  roleOf,
  rolesOf,
  type CachedGuild,
  type ServerChannel,
  type WireChannel,
} from './server.ts';

/** Applies an event to a server; returns the same object when nothing changes. */
export const afterEvent = (
  server: CachedGuild,
  event: GatewayDispatchPayload,
  ownId: string,
): CachedGuild => {
  switch (event.t) {
    case GatewayDispatchEvents.GuildUpdate:
      return { ...server, ...headOf(event.d), roles: rolesOf(event.d.roles) };
    case GatewayDispatchEvents.ChannelCreate:
    case GatewayDispatchEvents.ChannelUpdate:
      return withChannel(server, event.d, ownId);
    case GatewayDispatchEvents.ThreadCreate:
    case GatewayDispatchEvents.ThreadUpdate:
      return withThread(server, event.d, ownId);
    case GatewayDispatchEvents.ChannelDelete:
    case GatewayDispatchEvents.ThreadDelete:
      return withoutChannel(server, event.d.id);
    case GatewayDispatchEvents.ThreadListSync:
      return withThreads(server, event.d, ownId);
    case GatewayDispatchEvents.GuildRoleCreate:
    case GatewayDispatchEvents.GuildRoleUpdate: {
      const { role } = event.d;
      return { ...server, roles: { ...server.roles, [role.id]: roleOf(role) } };
    }
    case GatewayDispatchEvents.GuildRoleDelete: {
      const { [event.d.role_id]: _gone, ...roles } = server.roles;
      return { ...server, roles };
    }
    case GatewayDispatchEvents.GuildMemberUpdate:
      return event.d.user.id === ownId ? { ...server, us: membershipOf(event.d) } : server;
    default:
      return server;
  }
};

/** A channel by its id, and the threads in it. */
export const channelsUnder = (server: CachedGuild, id: string): CachedGuild['channels'] =>
  only(server, (each, { parentId, type }) => each === id || (parentId === id && isThread(type)));

const only = (
  { channels }: CachedGuild,
  isIncluded: (id: string, channel: ServerChannel) => boolean,
): CachedGuild['channels'] =>
  Object.fromEntries(Object.entries(channels).filter(([id, channel]) => isIncluded(id, channel)));

const withChannel = (server: CachedGuild, channel: WireChannel, ownId: string): CachedGuild => ({
  ...server,
  channels: { ...server.channels, [channel.id]: guildChannel(channel, ownId) },
});

const withoutChannel = (server: CachedGuild, id: string): CachedGuild => {
  const gone = channelsUnder(server, id);
  return { ...server, channels: only(server, (each) => !(each in gone)) };
};

/** An archived thread is dropped, since the next message opens it again; a locked one is kept. */
const withThread = (server: CachedGuild, thread: WireChannel, ownId: string): CachedGuild => {
  const { archived = false, locked = false } = thread.thread_metadata ?? {};
  return archived && !locked
    ? withoutChannel(server, thread.id)
    : withChannel(server, thread, ownId);
};

/** Replaces the open threads of some channels, or of all when none are named. */
const withThreads = (
  server: CachedGuild,
  { channel_ids: parents, threads }: GatewayThreadListSyncDispatchData,
  ownId: string,
): CachedGuild => {
  const isOther = (_id: string, { parentId, type }: ServerChannel): boolean =>
    !isThread(type) || (parents !== undefined && !parents.includes(parentId ?? ''));
  const others: CachedGuild = { ...server, channels: only(server, isOther) };
  // Discord sends threads only; its type allows any channel.
  return (threads as readonly WireChannel[]).reduce(
    (changed, thread) => withThread(changed, thread, ownId),
    others,
  );
};
