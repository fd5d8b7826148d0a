import type { AlertChannel as Channel, PermissionName } from '../domain/alert-channel.ts';
import type { Instant } from '../domain/terms.ts';
import type { Reader } from '../i18n/i18n.ts';
import { all } from '../i18n/format.ts';
import { timestamp } from '../i18n/text.ts';

/** How the alerts of a channel are, from what was noted of them. */
export interface Health {
  readonly lastPostAt: Instant | null;
  /** Posts that wait for trouble to end, and those that were given up lately. */
  readonly waiting: number;
  readonly failed: number;
  /** How many targets are followed there, by the channel and by members. */
  readonly follows: number;
  /** Permissions that the bot lacks there, as far as it knows. */
  readonly missing: readonly PermissionName[];
}

/** How a channel is, in words, and what to do when it is not well. */
export const healthWords = (
  { t, locale }: Reader,
  { pausedAt, broken, discordId }: Channel,
  { lastPostAt, waiting, failed, follows, missing }: Health,
): string => {
  const channel = `<#${discordId}>`;
  const permissions = all(
    locale,
    missing.map((name) => t(`permission.${name}`)),
  );
  const lines = [
    broken === null ? null : `⚠️ ${brokenWords(t, broken, channel, permissions)}`,
    broken === null && missing.length > 0 ? `⚠️ ${t('health.missing', { permissions })}` : null,
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

/** Why Discord refuses a channel, and what to do. */
export const brokenWords = (
  t: Reader['t'],
  reason: string,
  channel: string,
  permissions: string,
): string => {
  if (reason === 'unknown-channel') return t('health.gone');
  if (permissions !== '') return t('health.permissions', { channel, permissions });
  if (reason === 'not-a-text-channel') return t('health.otherKind', { channel });
  if (reason === 'direct-messages-closed') return t('health.directClosed');
  return t('health.refused', { channel });
};
