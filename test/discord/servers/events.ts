import {
  ChannelType,
  type APIOverwrite,
  type APIRole,
  type GatewayDispatchPayload,
} from 'discord-api-types/v10';

/** The bot. */
export const US = '1100000000000000900';
export const SERVER = '1100000000000000001';
export const OUR_ROLE = '1100000000000000301';
export const CHANNEL = '1100000000000000201';

/** A gateway event with only the fields that the bot reads. */
export const anEvent = (t: string, d: object): GatewayDispatchPayload =>
  ({ op: 0, s: 1, t, d }) as unknown as GatewayDispatchPayload;

export const aRole = (id: string, permissions: bigint, more: Partial<APIRole> = {}) => ({
  id,
  permissions: String(permissions),
  mentionable: false,
  ...more,
});

export const anOverwrite = (
  id: string,
  type: APIOverwrite['type'],
  { allow = 0n, deny = 0n },
): APIOverwrite => ({ id, type, allow: String(allow), deny: String(deny) });

export const aChannel = (id: string, more: object = {}) => ({
  id,
  guild_id: SERVER,
  type: ChannelType.GuildText,
  name: 'padel',
  position: 1,
  parent_id: null,
  permission_overwrites: [] as APIOverwrite[],
  ...more,
});

export const aThread = (id: string, more: object = {}) => ({
  id,
  guild_id: SERVER,
  type: ChannelType.PublicThread,
  name: 'Semifinal',
  parent_id: CHANNEL,
  thread_metadata: { archived: false, locked: false },
  ...more,
});

/** The data of GUILD_CREATE. */
export const aServer = (id: string, more: object = {}) => ({
  id,
  name: 'Padel Club',
  owner_id: '1100000000000000102',
  preferred_locale: 'es-ES',
  system_channel_id: null,
  unavailable: false,
  roles: [aRole(id, 0n), aRole(OUR_ROLE, 0n)],
  members: [{ user: { id: US }, roles: [OUR_ROLE] }],
  channels: [aChannel(CHANNEL)],
  threads: [],
  ...more,
});

export const ready = (...ids: readonly string[]) =>
  anEvent('READY', { guilds: ids.map((id) => ({ id, unavailable: true })) });

export const created = (id: string, more: object = {}) =>
  anEvent('GUILD_CREATE', aServer(id, more));
