import {
  ApplicationCommandOptionType,
  ChannelType,
  type APIApplicationCommandChannelOption,
} from 'discord-api-types/v10';
import { labels } from './labels.ts';

/**
 * An option for a channel of a kind that can receive alerts (alert-channel.ts,
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
