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
  type GuildHead,
  type ServerChannel,
  type WireChannel,
} from './server.ts';

/** What an event changes of a server. */
export interface GuildChange {
  readonly head?: Partial<GuildHead>;
  /** By channel id; null deletes. */
  readonly channels?: ReadonlyMap<string, ServerChannel | null>;
}

/** What an event changes of a server; null for nothing. */
export const changeOf = (
  server: CachedGuild,
  event: GatewayDispatchPayload,
  ownId: string,
): GuildChange | null => {
  switch (event.t) {
    case GatewayDispatchEvents.GuildUpdate:
      return { head: { ...headOf(event.d), roles: rolesOf(event.d.roles) } };
    case GatewayDispatchEvents.ChannelCreate:
    case GatewayDispatchEvents.ChannelUpdate:
      return withChannel(event.d, ownId);
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
      return { head: { roles: { ...server.roles, [role.id]: roleOf(role) } } };
    }
    case GatewayDispatchEvents.GuildRoleDelete: {
      const { [event.d.role_id]: _gone, ...roles } = server.roles;
      return { head: { roles } };
    }
    case GatewayDispatchEvents.GuildMemberUpdate:
      return event.d.user.id === ownId ? { head: { us: membershipOf(event.d) } } : null;
    default:
      return null;
  }
};

const withChannel = (channel: WireChannel, ownId: string): GuildChange => ({
  channels: new Map([[channel.id, guildChannel(channel, ownId)]]),
});

const withoutChannel = ({ channels }: CachedGuild, id: string): GuildChange => ({
  channels: new Map([...channels.under(id).keys()].map((each) => [each, null])),
});

/** Discord limits open threads, and not those that are archived and locked: so many of a channel are kept. */
const LOCKED_MAX = 100;

/** An archived thread is dropped, since the next message opens it again; the last locked ones are kept. */
const withThread = (server: CachedGuild, thread: WireChannel, ownId: string): GuildChange => {
  const { archived = false, locked = false } = thread.thread_metadata ?? {};
  if (!archived) return withChannel(thread, ownId);
  const siblings = server.channels.under(thread.parent_id ?? '');
  if (!locked || siblings.size === 0) return withoutChannel(server, thread.id);
  const others = [...siblings].filter(([id, { isLocked }]) => isLocked && id !== thread.id);
  return {
    channels: new Map([
      ...others
        .toReversed()
        .slice(LOCKED_MAX - 1)
        .map(([id]) => [id, null] as const),
      [thread.id, guildChannel(thread, ownId)],
    ]),
  };
};

/** Replaces the open threads of some channels, or of all when none are named. */
const withThreads = (
  server: CachedGuild,
  { channel_ids: parents, threads }: GatewayThreadListSyncDispatchData,
  ownId: string,
): GuildChange => {
  const synced =
    parents === undefined
      ? [...server.channels.entries()]
      : parents.flatMap((id) => [...server.channels.under(id)]);
  const closed = synced.flatMap(([id, { type }]) => (isThread(type) ? [[id, null] as const] : []));
  // Discord sends threads only; its type allows any channel.
  const opened = (threads as readonly WireChannel[]).flatMap((thread) => [
    ...(withThread(server, thread, ownId).channels ?? []),
  ]);
  return { channels: new Map([...closed, ...opened]) };
};
