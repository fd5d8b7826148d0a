import type { AlertChannel, PermissionName } from '../../domain/alerts/channel.ts';
import { alertTypeOf, isAboutMatch, typesBringing } from '../../domain/alerts/events.ts';
import { matchFilterReason } from '../../domain/alerts/settings.ts';
import { localTime } from '../../domain/local-time.ts';
import { phaseOf } from '../../domain/match/match.ts';
import { coverageOf } from '../../domain/match/live-points.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { all } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { shortened, timestamp } from '../../i18n/text.ts';
import { brokenText } from './health.ts';
import { joinedLines, moreLine, TEXT_MAX } from '../lines/lines.ts';
import { matchContext } from '../lines/match-line.ts';
import { buttonRow, controlId, messageUrl } from '../controls.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { sidesTitle } from '../lines/names.ts';
import { dropReasonText, groupLine, reasonText } from './reasons.ts';
import type { AlertHistory } from '../../domain/stored-data.ts';
import { isForOthers, type Absence } from '../../domain/alerts/absent-alerts.ts';
import type { AlertType } from '../../domain/alerts/alert-types.ts';

type Sent = Pick<NonNullable<AlertHistory['delivery']>, 'at' | 'messageId' | 'targetId'>;

/** An event and what happened to it in the channel. */
interface WhyView {
  readonly channel: AlertChannel;
  readonly held: TrackedMatch;
  readonly missing: readonly PermissionName[];
  /** When the bot's time-out in the server ends. */
  readonly timedOutUntil: Instant | null;
  /** Targets of the match that the channel itself follows, safe in markdown; empty when none. */
  readonly followed: readonly string[];
  /** Mentions of the other channels of the server that follow it. */
  readonly others: readonly string[];
  readonly news: readonly AlertHistory[];
  /** The live card as it was posted; undefined while there is none. */
  readonly card: Sent | undefined;
  /** The wanted types without an event, and why. */
  readonly absences: ReadonlyMap<AlertType, Absence>;
  /** When the channel was set up; null when unknown. */
  readonly setUpAt: Instant | null;
  /** Since when anything of it brings the channel alerts, also what members follow, which is theirs to know. */
  readonly followedSince: Instant | null;
  readonly now: Instant;
}

const LINES_MAX = 25;

/** The reply to `/alerts why`: stage by stage, why the channel got or did not get each alert. */
export const whyMessage = (reader: Reader, view: WhyView): MessageBody => {
  const { t } = reader;
  const { held } = view;
  const absent = [...view.absences].filter(([type]) => type !== 'card' || view.card === undefined);
  const told = [
    ...cardLines(reader, view),
    ...grouped(reader, view),
    ...absent.map(([type, absence]) => typeLine(reader, type, absenceText(reader, view, absence))),
  ];
  const shown = told.slice(-LINES_MAX);
  const more = told.length - shown.length;
  const lines = [
    ...stages(reader, view),
    '',
    ...(told.length === 0 ? [t('why.noNews')] : shown),
    moreLine(t, more),
  ];
  // Nothing would have been posted yet about a match to come.
  const isTooEarly =
    phaseOf(held.state.status) === 'upcoming' &&
    !view.news.some(({ event }) => isAboutMatch(event));
  const preview = controlId('alerts', 'preview', view.channel.key, held.match.id);
  return embedReply({
    author: matchContext(t, held),
    title: sidesTitle(held.match.teams),
    description: shortened(joinedLines(lines), TEXT_MAX),
    color: COLOURS.scheduled,
    components: isTooEarly ? undefined : buttonRow({ id: preview, label: t('why.preview') }),
  });
};

const YES = '✅';
const NO = '❌';

const stages = (reader: Reader, view: WhyView): string[] => {
  const { t } = reader;
  const { channel, held } = view;
  const coverage = held.tournament === null ? 'unknown' : coverageOf(held.tournament.level);
  const unwanted = matchFilterReason(channel.settings, held);
  return [
    `<#${channel.discordId}>`,
    `${coverage === 'points' ? YES : '➖'} ${t(`tournament.coverage.${coverage}`)}`,
    followedLine(reader, view),
    view.others.length === 0
      ? null
      : `➖ ${t('why.followedElsewhere', { channels: all(reader.locale, view.others) })}`,
    unwanted === null ? `${YES} ${t('why.wanted')}` : `${NO} ${t(`why.reason.${unwanted}`)}`,
    channel.pausedAt === null
      ? null
      : `${NO} ${t('health.paused', { when: timestamp(channel.pausedAt, 'f') })}`,
    channel.broken === null ? null : `${NO} ${brokenText(reader, channel, view.missing, view)}`,
  ].filter((line) => line !== null);
};

const followedLine = (
  { t, locale }: Reader,
  { channel, followed, followedSince }: WhyView,
): string => {
  if (followedSince === null)
    return `${NO} ${t('why.notFollowed', { channel: `<#${channel.discordId}>` })}`;
  return followed.length === 0
    ? `${YES} ${t('why.followedByMembers')}`
    : `${YES} ${t('why.followed', { names: all(locale, followed) })}`;
};

const typeLine = ({ t }: Reader, type: AlertType, value: string): string =>
  t('labelled', { name: `**${t(`alertType.${type}`)}**`, value });

const cardLines = (reader: Reader, view: WhyView): string[] =>
  view.card === undefined ? [] : [typeLine(reader, 'card', sentText(reader, view, view.card))];

/** When something was posted; with a link while its message stands, as far as is known. */
const sentText = ({ t }: Reader, view: WhyView, { at, messageId, targetId }: Sent): string => {
  const { guildId, discordId, broken } = view.channel;
  const name = t('why.sent', { when: clock(view, at) });
  if (messageId === null || broken === 'unknown-channel') return name;
  return t('labelled', { name, value: messageUrl(guildId, targetId ?? discordId, messageId) });
};

/** The time of day; with its date unless that is today in the channel. */
const clock = ({ channel, now }: WhyView, at: Instant): string => {
  const dateOf = (instant: Instant) => localTime(channel.settings.timeZone, instant).date;
  return timestamp(at, dateOf(at) === dateOf(now) ? 'T' : 'f');
};

/** A line for each event; sets and the like that share a reason are grouped, reminders are not. */
const grouped = (reader: Reader, view: WhyView): string[] => {
  const told = view.news
    .filter((news) => !isForOthers(view.channel, news))
    .map((news) => ({ news, outcomeText: outcomeText(reader, view, news) }));
  const groups = Map.groupBy(told, ({ news, outcomeText: text }, index) =>
    news.delivery?.outcome === 'sent' || alertTypeOf(news.event) === 'upcoming'
      ? index
      : `${news.event.kind} ${text}`,
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { createdAt } = first.news;
    const events = same.map(({ news }) => news.event);
    const named = (name: string): string => `**${name}** (${clock(view, createdAt)})`;
    return [groupLine(reader.t, events, first.outcomeText, named)];
  });
};

const outcomeText = (reader: Reader, view: WhyView, told: AlertHistory): string => {
  const { t } = reader;
  const { delivery, event } = told;
  if (delivery === null) return missing(reader, view, told);
  const { outcome, reason, detail, waitedFor, dueAt, at } = delivery;
  if (outcome === 'sent') {
    const sent = sentText(reader, view, delivery);
    return waitedFor === null
      ? sent
      : `${sent} ${t('why.after', { what: reasonText(t, waitedFor, detail) })}`;
  }
  if (outcome === 'pending') {
    return t('why.pending', {
      what: reasonText(t, reason ?? 'error', detail),
      when: clock(view, dueAt ?? at),
    });
  }
  return dropReasonText(t, reason ?? 'error', event.kind, outcome === 'failed' ? detail : null);
};

/** Why no delivery exists for the channel. */
const missing = ({ t }: Reader, view: WhyView, told: AlertHistory): string => {
  const { channel, followedSince, now } = view;
  if (told.createdAt < (view.setUpAt ?? 0)) return t('why.notSetUp');
  const types = typesBringing(told.event);
  const isWanted = types.some((type) => channel.settings.types.includes(type));
  if (types.length > 0 && !isWanted) return reasonText(t, 'type');
  if (followedSince === null) return reasonText(t, 'not-followed');
  // Already expired when it became known, so no channel got it.
  if (told.expiresAt <= told.createdAt) return reasonText(t, 'expired');
  if (!told.isDone && now <= told.expiresAt) return t('why.onItsWay');
  return told.createdAt < followedSince
    ? t('why.followedLater', { when: timestamp(followedSince, 'f') })
    : t('why.reason.not-then');
};

const absenceText = ({ t }: Reader, view: WhyView, absence: Absence): string => {
  switch (absence) {
    case 'not-started':
      return t('card.upcoming');
    case 'on-its-way':
      return t('why.onItsWay');
    case 'nothing':
      return t(phaseOf(view.held.state.status) === 'over' ? 'why.noNews' : 'health.noPost');
    default:
      return typeof absence === 'string'
        ? t(`why.reason.${absence}`)
        : t('why.pending', { what: t('card.upcoming'), when: clock(view, absence.dueAt) });
  }
};
