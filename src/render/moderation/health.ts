import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import {
  isNeededToPost,
  type AlertChannel as Channel,
  type PermissionName,
} from '../../domain/alerts/channel.ts';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import { eventKindsOf } from '../../domain/alerts/events.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { isInDigest } from '../../domain/alerts/verdict.ts';
import type { DeliveryHealth } from '../../domain/stored-data.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import { EMBEDS_MAX } from '../../discord/message-limits.ts';
import { COLOURS, type MessageBody, reply } from '../message.ts';
import { all } from '../../i18n/format.ts';
import { joinedLines } from '../lines/lines.ts';
import { typeNames } from '../lines/settings-text.ts';

export interface ChannelHealth extends DeliveryHealth {
  /** Permissions known to be missing for the chosen settings. */
  readonly missing: readonly PermissionName[];
  /** When the quiet hours that are on end; null outside of them. */
  readonly quietUntil: Instant | null;
  /** Why its standing board is not pinned, where Discord said so. */
  readonly pinRefusal: PinRefusal | null;
  /** When the bot's time-out in the server ends. */
  readonly timedOutUntil: Instant | null;
}

/** What posts lack without these permissions; without others only something beside them. */
const LACKING = new Map<PermissionName, 'mute' | 'unpinned'>([
  ['MentionEveryone', 'mute'],
  ['PinMessages', 'unpinned'],
]);

export const healthText = (reader: Reader, channel: Channel, health: ChannelHealth): string => {
  const { lastPostAt, waiting, failed, follows, ofMembers, missing, pinRefusal } = health;
  const { declined, timedOutUntil } = health;
  const { t } = reader;
  const { pausedAt, broken, kind, settings, goneRoles = [] } = channel;
  const { needed = [], more = [] } = Object.groupBy(missing, (name) =>
    isNeededToPost(name, kind) ? 'needed' : 'more',
  );
  const isBroken = broken !== null || timedOutUntil !== null || needed.length > 0;
  const about = (what: 'missing' | 'mute' | 'unpinned'): string | null => {
    const names = more.filter((name) => (LACKING.get(name) ?? 'missing') === what);
    if (names.length === 0) return null;
    const text = t(`health.${what}`, { permissions: permissionList(reader, names) });
    return what === 'unpinned' ? text : `⚠️ ${text}`;
  };
  return joinedLines([
    isBroken ? `⚠️ ${brokenText(reader, channel, missing, { timedOutUntil })}` : null,
    declined === null ? null : `⚠️ ${declinedText(reader, declined)}`,
    about('missing'),
    about('mute'),
    goneRoles.length === 0
      ? null
      : `⚠️ ${t('health.goneRoles', { roles: goneRoles.map((id) => `\`${id}\``).join(', ') })}`,
    about('unpinned'),
    pinRefusal === 'too-many-pins' ? t('health.pinsFull') : null,
    settings.board && kind === 'forum' ? t('health.noBoard') : null,
    pausedAt === null
      ? quietText(reader, settings, health)
      : t('health.paused', { when: timestamp(pausedAt, 'f') }),
    follows === 0
      ? t('health.noFollows')
      : t('health.followsAndMembers', {
          count: follows - ofMembers,
          members: ofMembers,
        }),
    lastPostAt === null
      ? t('health.noPost')
      : t('health.lastPost', { when: timestamp(lastPostAt, 'R') }),
    waiting === 0 ? null : `⚠️ ${t('labelled', { name: t('status.alerts'), value: waiting })}`,
    failed === 0 ? null : t('health.failed', { count: failed }),
  ]);
};

/** When the quiet hours that are on end, and what of them is summed up then; null outside of them. */
const quietText = (
  reader: Reader,
  { types }: AlertSettings,
  { quietUntil }: ChannelHealth,
): string | null => {
  if (quietUntil === null) return null;
  const { t } = reader;
  const kept = types.filter((type) => eventKindsOf([type]).some((kind) => isInDigest({ kind })));
  const [when, until] = [timestamp(quietUntil, 'R'), timestamp(quietUntil, 't')];
  const quiet = t('health.quiet', { when, until });
  return kept.length === 0
    ? quiet
    : `${quiet} ${t('health.quietSummary', { types: typeNames(reader, kept) })}`;
};

/** `/alerts setup` in the reader's language, as clients show it. */
const setUpCommand = (t: Reader['t']): string =>
  `\`/${t('command.alerts.name')} ${t('command.alerts.sub.setup.name')}\``;

/**
 * Why a channel cannot be written to, and what to do.
 * @param missing permissions that the bot lacks there; those not needed to post are ignored
 */
export const brokenText = (
  reader: Reader,
  { broken, discordId, kind }: Pick<Channel, 'broken' | 'discordId' | 'kind'>,
  missing: readonly PermissionName[],
  {
    setUp,
    timedOutUntil = null,
  }: {
    /** A mention of `/alerts setup`, when its id is known. */
    readonly setUp?: string | undefined;
    readonly timedOutUntil?: Instant | null;
  } = {},
): string => {
  const { t } = reader;
  const channel = `<#${discordId}>`;
  const command = setUp ?? setUpCommand(t);
  const needed = missing.filter((name) => isNeededToPost(name, kind));
  if (broken === 'unknown-channel') return t('health.gone', { command });
  if (timedOutUntil !== null) {
    return t('health.timedOut', { channel, when: timestamp(timedOutUntil, 'f') });
  }
  if (needed.length > 0) {
    return t('health.permissions', { channel, permissions: permissionList(reader, needed) });
  }
  if (broken === 'thread-closed') return t('health.threadClosed', { channel, command });
  if (broken === 'not-a-text-channel') return t('health.otherKind', { channel, command });
  if (broken === 'direct-messages-closed') return t('health.directClosed');
  return t('health.refused', { channel });
};

/** What to do about a message that Discord declines, by its code. */
const DECLINED = new Map<number, 'tag' | 'threads' | 'automod'>([
  [RESTJSONErrorCodes.TagRequiredToCreateAForumPostInThisChannel, 'tag'],
  [RESTJSONErrorCodes.ThereAreNoTagsAvailableThatCanBeSetByNonModerators, 'tag'],
  [RESTJSONErrorCodes.MaximumActiveThreads, 'threads'],
  [RESTJSONErrorCodes.MaximumActiveAnnouncementThreads, 'threads'],
  [RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration, 'automod'],
  [RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration, 'automod'],
]);

const declinedText = (
  { t }: Reader,
  { code, at }: NonNullable<ChannelHealth['declined']>,
): string => {
  const why = t(`health.declinedFor.${DECLINED.get(code) ?? 'other'}`);
  return t('health.declined', { when: timestamp(at, 'R'), code, why });
};

interface ChannelHealthView {
  readonly channel: Channel;
  readonly health: ChannelHealth;
}

const isWell = ({ channel, health }: ChannelHealthView): boolean =>
  channel.broken === null &&
  channel.pausedAt === null &&
  channel.goneRoles === undefined &&
  health.declined === null &&
  health.timedOutUntil === null &&
  // A board is as good where it is not pinned.
  health.missing.every((name) => name === 'PinMessages') &&
  health.waiting === 0;

/** The reply to `/alerts health`: the state of the first ten channels, and what to do. */
export const healthMessage = (
  reader: Reader,
  standings: readonly ChannelHealthView[],
): MessageBody =>
  reply({
    ...(standings.length > EMBEDS_MAX
      ? { content: reader.t('dailyDigest.more', { count: standings.length - EMBEDS_MAX }) }
      : {}),
    // Broken channels first.
    embeds: standings
      .toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))
      .slice(0, EMBEDS_MAX)
      .map((standing) => ({
        description: joinedLines([
          `<#${standing.channel.discordId}>`,
          isWell(standing) ? reader.t('health.well') : null,
          healthText(reader, standing.channel, standing.health),
        ]),
        color: isWell(standing) ? COLOURS.live : COLOURS.warning,
      })),
  });

/** Permissions by Discord's names: `Send Messages and Embed Links`; empty for none. */
export const permissionList = (
  { t, locale }: Reader,
  permissions: readonly PermissionName[],
): string =>
  all(
    locale,
    permissions.map((name) => t(`permission.${name}`)),
  );
