import { EMBEDS_MAX } from '../discord/message-limits.ts';
import type { AlertChannel } from '../domain/alert-channel.ts';
import type { Reader } from '../i18n/i18n.ts';
import { healthWords, type Health } from './health-words.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';

export interface ChannelStanding {
  readonly channel: AlertChannel;
  readonly health: Health;
}

const isWell = ({ channel, health }: ChannelStanding): boolean =>
  channel.broken === null &&
  channel.pausedAt === null &&
  health.missing.length === 0 &&
  health.waiting === 0;

/** The answer of `/alerts health`: each channel (the first ten), how it is, and what to do. */
export const healthMessage = (
  reader: Reader,
  standings: readonly ChannelStanding[],
): MessageBody => ({
  ...(standings.length > EMBEDS_MAX
    ? { content: reader.t('morning.more', { count: standings.length - EMBEDS_MAX }) }
    : {}),
  // What is to be mended comes first.
  embeds: standings
    .toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))
    .slice(0, EMBEDS_MAX)
    .map((standing) => ({
      description: `<#${standing.channel.discordId}>\n${healthWords(reader, standing.channel, standing.health)}`,
      color: isWell(standing) ? COLOURS.live : COLOURS.warning,
    })),
  allowed_mentions: NO_MENTIONS,
});
