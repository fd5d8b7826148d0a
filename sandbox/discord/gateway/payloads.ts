import { GatewayIntentBits } from 'discord-api-types/v10';
import { isThread, presentChannel, presentThreadMember } from '../channels/present.ts';
import {
  ACCOUNTS,
  APPLICATION_ID,
  BOT,
  GUILD_ID,
  userOf,
  type Account,
} from '../guild/accounts.ts';
import { guildObject } from '../guild/guild.ts';
import { fullMemberOf } from '../guild/members.ts';
import { isOpen, presentEvent } from '../scheduled-events/event.ts';
import type { State } from '../state/state.ts';
import type { MembersRequest } from './commands.ts';

/** The data of READY: the bot, and the guilds that will follow. */
export const readyData = (
  session: { readonly id: string; readonly shard: readonly [number, number] },
  resumeUrl: string,
  guildIds: readonly string[],
) => ({
  v: 10,
  user: { ...userOf(BOT), verified: true, mfa_enabled: true, email: null, flags: 0, bio: '' },
  user_settings: {},
  guilds: guildIds.map((id) => ({ id, unavailable: true })),
  private_channels: [],
  relationships: [],
  presences: [],
  session_id: session.id,
  session_type: 'normal',
  resume_gateway_url: resumeUrl,
  shard: session.shard,
  application: { id: APPLICATION_ID, flags: 0 },
  geo_ordered_rtc_regions: [],
  auth: {},
  guild_join_requests: [],
  _trace: ['local-discord'],
});

/** The data of GUILD_CREATE; without the intent for presences only the bot itself is a member. */
export const guildCreateData = (state: Readonly<State>, intents: number) => {
  const all = [...ACCOUNTS.values()];
  const seesPresences = (intents & GatewayIntentBits.GuildPresences) !== 0;
  const channels = [...state.channels.values()].filter(({ recipientId }) => recipientId === null);
  return {
    ...guildObject(state),
    joined_at: state.bot.joinedAt,
    large: false,
    unavailable: false,
    member_count: all.length,
    members: (seesPresences ? all : [BOT]).map((one) => fullMemberOf(state, one)),
    channels: channels.filter((one) => !isThread(one)).map((one) => presentChannel(state, one)),
    threads: channels
      .filter((one) => isThread(one) && one.thread?.archived === false)
      .map((one) => ({
        ...presentChannel(state, one),
        ...(one.thread?.memberIds.includes(BOT.id)
          ? { member: presentThreadMember(one, BOT.id) }
          : {}),
      })),
    presences: seesPresences ? all.map(presenceOf) : [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [...state.events.values()].filter(isOpen).map(presentEvent),
    soundboard_sounds: [],
    activity_instances: [],
    embedded_activities: [],
  };
};

const presenceOf = ({ id }: Account) => ({
  user: { id },
  guild_id: GUILD_ID,
  status: 'online',
  activities: [],
  client_status: { desktop: 'online' },
});

/** The data of GUILD_MEMBERS_CHUNK: the guild is small, one chunk holds everybody. */
export const membersChunkData = (state: Readonly<State>, request: MembersRequest) => {
  const everybody = [...ACCOUNTS.values()];
  const asked = request.user_ids;
  const query = (request.query ?? '').toLowerCase();
  const found = asked
    ? everybody.filter(({ id }) => asked.includes(id))
    : everybody.filter(({ username }) => username.startsWith(query));
  return {
    guild_id: request.guild_id,
    members: (request.limit > 0 ? found.slice(0, request.limit) : found).map((one) =>
      fullMemberOf(state, one),
    ),
    chunk_index: 0,
    chunk_count: 1,
    not_found: asked?.filter((id) => !ACCOUNTS.has(id)) ?? [],
    ...(request.presences ? { presences: found.map(presenceOf) } : {}),
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
  };
};
