import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { crowdChannelOf, crowdOfShard, placeInCrowd } from '../crowd/ids.ts';
import { BOT, userOf } from '../guild/accounts.ts';
import { guildObject } from '../guild/guild.ts';
import { fullMemberOf } from '../guild/members.ts';
import type { State } from '../state/state.ts';

/** Any number of servers that exist for the gateway only, without stored state. */
export interface Crowd {
  readonly idsOf: (shard: readonly [number, number]) => readonly string[];
  /** The data of GUILD_CREATE: one channel, in which the bot may do what its role gives. */
  readonly createData: (state: Readonly<State>, id: string) => object;
}

const { ViewChannel, SendMessages, EmbedLinks } = PermissionFlagsBits;

export const createCrowd = (size: number): Crowd => ({
  idsOf: (shard) => crowdOfShard(size, shard),
  createData: (state, id) => {
    const guild = guildObject(state);
    const everyone = guild.roles.slice(0, 1).map((role) => ({
      ...role,
      id,
      permissions: String(ViewChannel | SendMessages | EmbedLinks),
    }));
    return {
      ...guild,
      id,
      name: `Club ${placeInCrowd(id) + 1}`,
      roles: everyone,
      joined_at: state.bot.joinedAt,
      large: false,
      unavailable: false,
      member_count: 1,
      members: [{ ...fullMemberOf(state, BOT), user: userOf(BOT), roles: [] }],
      channels: [
        {
          id: crowdChannelOf(id),
          type: ChannelType.GuildText,
          guild_id: id,
          name: 'padel',
          position: 0,
          parent_id: null,
          permission_overwrites: [],
          flags: 0,
        },
      ],
      threads: [],
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    };
  },
});
