import {
  ApplicationCommandOptionType,
  ChannelType,
  type APIApplicationCommandChannelOption,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import { labels, choice } from './labels.ts';

/**
 * An option for a channel of a kind that can receive alerts (alerts/channel.ts,
 * `channelFromOption`).
 */
export const channelOption = (
  pick: Parameters<typeof labels>[0],
  required = false,
): APIApplicationCommandChannelOption => ({
  ...labels(pick),
  type: ApplicationCommandOptionType.Channel,
  channel_types: [
    ChannelType.GuildText,
    ChannelType.GuildAnnouncement,
    ChannelType.GuildForum,
    ChannelType.PublicThread,
  ],
  ...(required ? { required } : {}),
});

/** The user, the channel, or direct messages (follows/place.ts, `scopeOf`). */
export const whoOption = (
  pick: Parameters<typeof labels>[0],
): APIApplicationCommandStringOption => ({
  ...labels(pick),
  type: ApplicationCommandOptionType.String,
  choices: [
    choice('me', (texts) => texts.choice.me),
    choice('channel', (texts) => texts.choice.channel),
    choice('direct', (texts) => texts.choice.direct),
  ],
});
