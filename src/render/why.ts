import type { AlertChannel, PermissionName } from '../domain/alert-channel.ts';
import { alertKindOf, type AlertEvent } from '../domain/alert-events.ts';
import { unwantedMatch } from '../domain/alert-settings.ts';
import { coverageOf } from '../domain/coverage.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import type { Instant } from '../domain/terms.ts';
import { all } from '../i18n/format.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outside, shortened, timestamp } from '../i18n/text.ts';
import { brokenWords } from './health-words.ts';
import { matchContext } from './match-line.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';
import { sidesTitle } from './names.ts';

/** A piece of news and its fate in the channel. */
export interface Told {
  readonly event: AlertEvent;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly isDone: boolean;
  readonly delivery: {
    readonly outcome: string;
    readonly reason: string | null;
    readonly waitedFor: string | null;
    readonly dueAt: Instant | null;
    readonly at: Instant;
    readonly messageId: string | null;
    readonly targetId: string | null;
  } | null;
}

export interface WhyView {
  readonly channel: AlertChannel;
  readonly held: HeldMatch;
  /** Permissions that the bot lacks there. */
  readonly missing: readonly PermissionName[];
  /** What of it is followed there, safe in markdown; empty for nothing. */
  readonly followed: readonly string[];
  readonly news: readonly Told[];
  readonly now: Instant;
}

const LINES_MAX = 25;
const DESCRIPTION_MAX = 4_000;

/** The answer of `/alerts why`: stage by stage, why the channel did or did not get what there was. */
export const whyMessage = (reader: Reader, view: WhyView): MessageBody => {
  const { t } = reader;
  const { held, news } = view;
  const told = grouped(reader, view);
  const shown = told.slice(-LINES_MAX);
  const more = told.length - shown.length;
  const lines = [
    ...stages(reader, view),
    '',
    ...(news.length === 0 ? [t('why.noNews')] : shown),
    ...(more > 0 ? [t('morning.more', { count: more })] : []),
  ];
  return {
    embeds: [
      {
        author: { name: matchContext(t, held) },
        title: sidesTitle(held.match.teams),
        description: shortened(lines.join('\n'), DESCRIPTION_MAX),
        color: COLOURS.scheduled,
      },
    ],
    allowed_mentions: NO_MENTIONS,
  };
};

const YES = '✅';
const NO = '❌';

const stages = (reader: Reader, view: WhyView): string[] => {
  const { t, locale } = reader;
  const { channel, held, followed } = view;
  const coverage = held.tournament === null ? 'unknown' : coverageOf(held.tournament.level);
  const unwanted = unwantedMatch(channel.settings, held);
  return [
    `${coverage === 'points' ? YES : '➖'} ${t(`why.coverage.${coverage}`)}`,
    followed.length === 0
      ? `${NO} ${t('why.notFollowed', { channel: `<#${channel.discordId}>` })}`
      : `${YES} ${t('why.followed', { names: all(locale, followed) })}`,
    unwanted === null ? `${YES} ${t('why.wanted')}` : `${NO} ${t(`why.reason.${unwanted}`)}`,
    channel.pausedAt === null
      ? null
      : `${NO} ${t('health.paused', { when: timestamp(channel.pausedAt, 'f') })}`,
    channel.broken === null
      ? null
      : `${NO} ${brokenWords(reader, channel, view.missing)}`,
  ].filter((line) => line !== null);
};

/** A line for each piece of news; what was not told for the same reason again and again is one. */
const grouped = (reader: Reader, view: WhyView): string[] => {
  const lines = view.news.map((told) => {
    const isSent = told.delivery?.outcome === 'sent';
    const key = isSent ? null : `${told.event.kind} ${fate(reader, view, told)}`;
    return { key, line: newsLine(reader, view, told) };
  });
  const counts = new Map<string | null, number>();
  for (const { key } of lines) counts.set(key, (counts.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  return lines.flatMap(({ key, line }) => {
    if (key === null) return [line];
    if (seen.has(key)) return [];
    seen.add(key);
    const count = counts.get(key) ?? 1;
    return [count === 1 ? line : `${line} ×${count}`];
  });
};

const newsLine = (reader: Reader, view: WhyView, told: Told): string => {
  const { t } = reader;
  const kind = alertKindOf(told.event);
  const name = `**${kind === null ? '' : t(`alertKind.${kind}`)}**`;
  return `${name} (${timestamp(told.createdAt, 'T')}): ${fate(reader, view, told)}`;
};

const fate = (reader: Reader, view: WhyView, told: Told): string => {
  const { t } = reader;
  const { delivery, event } = told;
  if (delivery === null) return missing(reader, view, told);
  const { outcome, reason, waitedFor, dueAt, at } = delivery;
  if (outcome === 'sent') {
    const where = linkTo(view.channel, delivery);
    const sent = t('why.sent', { when: timestamp(at, 'T'), where });
    return waitedFor === null
      ? sent
      : `${sent} ${t('why.after', { what: reasonWords(t, waitedFor) })}`;
  }
  if (outcome === 'parked') {
    return t('why.parked', {
      what: reasonWords(t, reason ?? 'error'),
      when: timestamp(dueAt ?? at, 'T'),
    });
  }
  const words = event.kind === 'reminder' && reason === 'other-time' ? 'other-time' : reason;
  return reasonWords(t, words ?? 'error');
};

/** It was never on its way to this channel. */
const missing = ({ t }: Reader, view: WhyView, told: Told): string => {
  const { channel, followed, now } = view;
  const kind = alertKindOf(told.event);
  if (kind !== null && !channel.settings.kinds.includes(kind)) return reasonWords(t, 'kind');
  // Old already when it became known: nobody was told of it.
  if (told.expiresAt <= told.createdAt) return reasonWords(t, 'expired');
  if (!told.isDone && now <= told.expiresAt) return t('why.onItsWay');
  return followed.length === 0 ? reasonWords(t, 'not-followed') : reasonWords(t, 'not-then');
};

const REASONS = [
  'kind',
  'round',
  'level',
  'category',
  'paused',
  'expired',
  'already-over',
  'already-begun',
  'other-time',
  'told-right',
  'quiet-hours',
  'limit',
  'unfollowed',
  'not-followed',
  'not-then',
  'delay',
  'in-order',
  'limited',
  'missing-permissions',
  'missing-access',
  'unknown-channel',
  'gone',
  'removed',
] as const;

/** A noted reason in words; one that we have no words for as it was noted. */
const reasonWords = (t: Reader['t'], reason: string): string => {
  const known = REASONS.find((each) => each === reason);
  return known === undefined
    ? t('why.reason.error', { reason: outside(reason, 80) })
    : t(`why.reason.${known}`);
};

const linkTo = (
  { guildId, discordId }: AlertChannel,
  { messageId, targetId }: NonNullable<Told['delivery']>,
): string => `https://discord.com/channels/${guildId}/${targetId ?? discordId}/${messageId ?? ''}`;
