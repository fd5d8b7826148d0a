import {
  isNeededToPost,
  type AlertChannel as Channel,
  type PermissionName,
  type AlertChannel,
} from '../../domain/alerts/channel.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import { EMBEDS_MAX } from '../../discord/message-limits.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from '../message.ts';
import { all } from '../../i18n/format.ts';

/** How the alerts of a channel are, from what was noted of them. */
export interface ChannelHealth {
  readonly lastPostAt: Instant | null;
  /** Posts that wait for trouble to end, and those that were given up lately. */
  readonly waiting: number;
  readonly failed: number;
  /** How many targets are followed there in such a way that it brings news. */
  readonly follows: number;
  /** Permissions that the bot lacks there for all that was chosen, as far as it knows. */
  readonly missing: readonly PermissionName[];
}

/** How a channel is, in words, and what to do when it is not well. */
export const healthText = (
  reader: Reader,
  channel: Channel,
  { lastPostAt, waiting, failed, follows, missing }: ChannelHealth,
): string => {
  const { t } = reader;
  const { pausedAt, broken, kind } = channel;
  const isBroken = broken !== null || missing.some((name) => isNeededToPost(name, kind));
  const forMore = missing.filter((name) => !isNeededToPost(name, kind));
  const forRoles = forMore.filter((name) => name === 'MentionEveryone');
  const forOthers = forMore.filter((name) => name !== 'MentionEveryone');
  const lines = [
    isBroken ? `⚠️ ${brokenText(reader, channel, missing)}` : null,
    forOthers.length === 0
      ? null
      : `⚠️ ${t('health.missing', { permissions: permissionList(reader, forOthers) })}`,
    forRoles.length === 0
      ? null
      : `⚠️ ${t('health.mute', { permissions: permissionList(reader, forRoles) })}`,
    pausedAt === null ? null : t('health.paused', { when: timestamp(pausedAt, 'f') }),
    follows === 0 ? t('health.noFollows') : t('health.follows', { count: follows }),
    lastPostAt === null
      ? t('health.noPost')
      : t('health.lastPost', { when: timestamp(lastPostAt, 'R') }),
    waiting === 0 ? null : t('health.waiting', { count: waiting }),
    failed === 0 ? null : t('health.failed', { count: failed }),
  ];
  return lines.filter((line) => line !== null).join('\n');
};

/** `/alerts setup` as the reader's client calls it, when it speaks the reader's language. */
const setUpCommand = (t: Reader['t']): string =>
  `\`/${t('command.alerts.name')} ${t('command.alerts.sub.setup.name')}\``;

/**
 * Why a channel cannot be written to, and what to do.
 * @param missing permissions that the bot lacks there; those that no post needs are no reason
 * @param setUp how `/alerts setup` is written, where that is better known
 */
export const brokenText = (
  reader: Reader,
  { broken, discordId, kind }: Pick<Channel, 'broken' | 'discordId' | 'kind'>,
  missing: readonly PermissionName[],
  setUp?: string,
): string => {
  const { t } = reader;
  const channel = `<#${discordId}>`;
  const command = setUp ?? setUpCommand(t);
  const needed = missing.filter((name) => isNeededToPost(name, kind));
  if (broken === 'unknown-channel') return t('health.gone', { command });
  if (needed.length > 0) {
    return t('health.permissions', { channel, permissions: permissionList(reader, needed) });
  }
  if (broken === 'thread-closed') return t('health.threadClosed', { channel, command });
  if (broken === 'not-a-text-channel') return t('health.otherKind', { channel, command });
  if (broken === 'direct-messages-closed') return t('health.directClosed');
  return t('health.refused', { channel });
};

interface ChannelHealthView {
  readonly channel: AlertChannel;
  readonly health: ChannelHealth;
}

const isWell = ({ channel, health }: ChannelHealthView): boolean =>
  channel.broken === null &&
  channel.pausedAt === null &&
  health.missing.length === 0 &&
  health.waiting === 0;

/** The answer of `/alerts health`: each channel (the first ten), how it is, and what to do. */
export const healthMessage = (
  reader: Reader,
  standings: readonly ChannelHealthView[],
): MessageBody => ({
  ...(standings.length > EMBEDS_MAX
    ? { content: reader.t('morning.more', { count: standings.length - EMBEDS_MAX }) }
    : {}),
  // What is to be mended comes first.
  embeds: standings
    .toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))
    .slice(0, EMBEDS_MAX)
    .map((standing) => ({
      description: `<#${standing.channel.discordId}>\n${healthText(reader, standing.channel, standing.health)}`,
      color: isWell(standing) ? COLOURS.live : COLOURS.warning,
    })),
  allowed_mentions: NO_MENTIONS,
});

/** Permissions as Discord calls them: `Send Messages and Embed Links`; empty for none. */
export const permissionList = (
  { t, locale }: Reader,
  permissions: readonly PermissionName[],
): string =>
  all(
    locale,
    permissions.map((name) => t(`permission.${name}`)),
  );
