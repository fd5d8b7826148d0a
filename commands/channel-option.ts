import {
  ApplicationCommandOptionType,
  ChannelType,
  type APIApplicationCommandChannelOption,
} from 'discord-api-types/v10';
import { labels } from './labels.ts';

/** An option that takes a channel of a kind to which alerts can go (alert-channel.ts, `channelMeant`). */
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
