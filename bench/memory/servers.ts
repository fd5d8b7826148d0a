import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { DAY } from '#src/lib/time.ts';

/** The content of a measured server; a big server has more, most have less. */
const CATEGORIES = 4;
const CHANNELS = 25;
const ROLES = 15;
const MEMBERS = 40;
const EMOJIS = 20;

/** The bot, in every server. */
export const BOT_ID = '1090000000000000001';

/** Reproducible random numbers below `limit`. */
const numbersOf = (seed: number): ((limit: number) => number) => {
  let state = seed * 2_654_435_761 + 1;
  return (limit) => {
    // xorshift: George Marsaglia, 2003.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
};

const YEAR = 365 * DAY;
const FIRST_SERVER = 250_000_000_000;

/** The id of a server, evenly over all shards. */
export const serverId = (index: number): string =>
  String((BigInt(FIRST_SERVER + index * 997) << 22n) + BigInt(index % 4_000));

const ROLE_BITS = [
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.ManageMessages | PermissionFlagsBits.KickMembers,
  PermissionFlagsBits.EmbedLinks | PermissionFlagsBits.AttachFiles,
];

/** The data of GUILD_CREATE of one server, as Discord sends it to a bot without the intent for members. */
export const serverData = (index: number): object => {
  const below = numbersOf(index + 1);
  const id = serverId(index);
  /** The id of something created in the year after the server. */
  const anId = (): string =>
    String((((BigInt(id) >> 22n) + BigInt(below(YEAR))) << 22n) + BigInt(below(4_000_000)));
  const roleIds = Array.from({ length: ROLES - 1 }, anId);
  const overwritesOf = () => [
    { id, type: OverwriteType.Role, allow: '0', deny: String(PermissionFlagsBits.ViewChannel) },
    ...[roleIds[0], roleIds[below(ROLES - 1)]].map((role) => ({
      id: role,
      type: OverwriteType.Role,
      allow: String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages),
      deny: '0',
    })),
  ];
  const categories = Array.from({ length: CATEGORIES }, (_, position) => ({
    id: anId(),
    type: ChannelType.GuildCategory,
    name: `Category ${position}`,
    position,
    parent_id: null,
    permission_overwrites: overwritesOf(),
    flags: 0,
  }));
  const channels = Array.from({ length: CHANNELS - CATEGORIES }, (_, position) => {
    const category = categories[position % CATEGORIES];
    const isVoice = position % 5 === 4;
    return {
      id: anId(),
      type: isVoice ? ChannelType.GuildVoice : ChannelType.GuildText,
      name: `${isVoice ? 'Court' : 'talk'}-${below(1_000)}`,
      position,
      parent_id: category?.id ?? null,
      permission_overwrites: category?.permission_overwrites ?? [],
      flags: 0,
      nsfw: false,
      rate_limit_per_user: 0,
      last_message_id: anId(),
      ...(isVoice
        ? { bitrate: 64_000, user_limit: 0, rtc_region: null }
        : { topic: `What is said on court ${below(1_000)}, and what is not` }),
    };
  });
  return {
    id,
    name: `Padel club of town ${below(100_000)}`,
    icon: '0123456789abcdef0123456789abcdef',
    splash: null,
    owner_id: anId(),
    afk_timeout: 300,
    afk_channel_id: null,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 2,
    features: ['COMMUNITY', 'NEWS'],
    mfa_level: 0,
    application_id: null,
    system_channel_id: channels[0]?.id ?? null,
    system_channel_flags: 0,
    rules_channel_id: channels[1]?.id ?? null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: 'es-ES',
    nsfw_level: 0,
    max_members: 500_000,
    vanity_url_code: null,
    description: null,
    banner: null,
    joined_at: '2026-05-01T12:00:00.000000+00:00',
    large: false,
    unavailable: false,
    member_count: MEMBERS,
    roles: [id, ...roleIds].map((role, position) => ({
      id: role,
      name: position === 0 ? '@everyone' : `role ${below(10_000)}`,
      description: null,
      color: below(0xffffff),
      hoist: false,
      icon: null,
      unicode_emoji: null,
      position,
      permissions: String(ROLE_BITS[below(ROLE_BITS.length)]),
      managed: false,
      mentionable: below(2) === 0,
      flags: 0,
    })),
    emojis: Array.from({ length: EMOJIS }, () => ({
      id: anId(),
      name: `emoji_${below(10_000)}`,
      roles: [],
      require_colons: true,
      managed: false,
      animated: false,
      available: true,
    })),
    stickers: [],
    members: Array.from({ length: MEMBERS }, (_, place) => {
      const memberId = place === 0 ? BOT_ID : anId();
      return {
        user: {
          id: memberId,
          username: `member${memberId}`,
          global_name: `Member ${below(100_000)}`,
          avatar: 'fedcba9876543210fedcba9876543210',
          discriminator: '0',
          public_flags: 0,
          bot: place === 0,
        },
        nick: null,
        avatar: null,
        roles: [roleIds[below(ROLES - 1)], roleIds[below(ROLES - 1)]],
        joined_at: '2026-05-02T12:00:00.000000+00:00',
        premium_since: null,
        deaf: false,
        mute: false,
        pending: false,
        communication_disabled_until: null,
        flags: 0,
      };
    }),
    channels: [...categories, ...channels],
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
  };
};
