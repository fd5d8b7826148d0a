import type { AlertChannel, PermissionName } from '../../domain/alerts/channel.ts';
import { alertTypeOf, typesBringing, type AlertEvent } from '../../domain/alerts/events.ts';
import { matchFilterReason } from '../../domain/alerts/settings.ts';
import { coverageOf } from '../../domain/match/live-points.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { all } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { shortened, timestamp } from '../../i18n/text.ts';
import { brokenText } from './health.ts';
import { TEXT_MAX } from '../lines.ts';
import { matchContext } from '../match/line.ts';
import { buttonRow, controlId, messageUrl } from '../controls.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { sidesTitle } from '../people/names.ts';
import { dropReasonText, reasonText } from './reasons.ts';
import type { AlertHistory } from '../../domain/stored-data.ts';

/** An event and what happened to it in the channel. */
interface WhyView {
  readonly channel: AlertChannel;
  readonly held: TrackedMatch;
  readonly missing: readonly PermissionName[];
  /** When the bot's time-out in the server ends. */
  readonly timedOutUntil: Instant | null;
  /** Targets of the match that the channel itself follows, safe in markdown; empty when none. */
  readonly followed: readonly string[];
  /** Whether anything of it brings the channel alerts: also what members follow, which is theirs to know. */
  readonly isFollowed: boolean;
  readonly news: readonly AlertHistory[];
  readonly now: Instant;
}

const LINES_MAX = 25;

/** The reply to `/alerts why`: stage by stage, why the channel got or did not get each alert. */
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
    ...(more > 0 ? [t('dailyDigest.more', { count: more })] : []),
  ];
  return embedReply(
    {
      author: { name: matchContext(t, held) },
      title: sidesTitle(held.match.teams),
      description: shortened(lines.join('\n'), TEXT_MAX),
      color: COLOURS.scheduled,
    },
    {
      components: buttonRow({
        id: controlId('alerts', 'preview', view.channel.key, held.match.id),
        label: t('why.preview'),
      }),
    },
  );
};

const YES = '✅';
const NO = '❌';

const stages = (reader: Reader, view: WhyView): string[] => {
  const { t } = reader;
  const { channel, held } = view;
  const coverage = held.tournament === null ? 'unknown' : coverageOf(held.tournament.level);
  const unwanted = matchFilterReason(channel.settings, held);
  return [
    `${coverage === 'points' ? YES : '➖'} ${t(`tournament.coverage.${coverage}`)}`,
    followedLine(reader, view),
    unwanted === null ? `${YES} ${t('why.wanted')}` : `${NO} ${t(`why.reason.${unwanted}`)}`,
    channel.pausedAt === null
      ? null
      : `${NO} ${t('health.paused', { when: timestamp(channel.pausedAt, 'f') })}`,
    channel.broken === null ? null : `${NO} ${brokenText(reader, channel, view.missing, view)}`,
  ].filter((line) => line !== null);
};

const followedLine = (
  { t, locale }: Reader,
  { channel, followed, isFollowed }: WhyView,
): string => {
  if (!isFollowed) return `${NO} ${t('why.notFollowed', { channel: `<#${channel.discordId}>` })}`;
  return followed.length === 0
    ? `${YES} ${t('why.followedByMembers')}`
    : `${YES} ${t('why.followed', { names: all(locale, followed) })}`;
};

/** A line for each event; repeated reasons are grouped. */
const grouped = (reader: Reader, view: WhyView): string[] => {
  const told = view.news.map((news) => ({ news, outcomeText: outcomeText(reader, view, news) }));
  const groups = Map.groupBy(told, (each, index) =>
    each.news.delivery?.outcome === 'sent' ? index : `${each.news.event.kind} ${each.outcomeText}`,
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { event, createdAt } = first.news;
    const isOne = same.length === 1;
    const name = isOne ? nameOf(reader, event) : typeName(reader, event);
    const what = `**${name}** (${timestamp(createdAt, 'T')})`;
    const line = reader.t('labelled', { name: what, value: first.outcomeText });
    return [isOne ? line : `${line} ×${same.length}`];
  });
};

const nameOf = (reader: Reader, event: AlertEvent): string =>
  event.kind === 'set' ? reader.t('match.set', { number: event.set }) : typeName(reader, event);

const typeName = ({ t }: Reader, event: AlertEvent): string => {
  const type = alertTypeOf(event);
  return type === null ? '' : t(`alertType.${type}`);
};

const outcomeText = (reader: Reader, view: WhyView, told: AlertHistory): string => {
  const { t } = reader;
  const { delivery, event } = told;
  if (delivery === null) return missing(reader, view, told);
  const { outcome, reason, detail, waitedFor, dueAt, at } = delivery;
  if (outcome === 'sent') {
    const where = linkTo(view.channel, delivery);
    const sent = t('why.sent', { when: timestamp(at, 'T'), where });
    return waitedFor === null
      ? sent
      : `${sent} ${t('why.after', { what: reasonText(t, waitedFor, detail) })}`;
  }
  if (outcome === 'pending') {
    return t('why.pending', {
      what: reasonText(t, reason ?? 'error', detail),
      when: timestamp(dueAt ?? at, 'T'),
    });
  }
  return dropReasonText(t, reason ?? 'error', event.kind, outcome === 'failed' ? detail : null);
};

/** Why no delivery exists for the channel. */
const missing = ({ t }: Reader, view: WhyView, told: AlertHistory): string => {
  const { channel, isFollowed, now } = view;
  const types = typesBringing(told.event);
  const isWanted = types.some((type) => channel.settings.types.includes(type));
  if (types.length > 0 && !isWanted) return reasonText(t, 'type');
  // Already expired when it became known, so no channel got it.
  if (told.expiresAt <= told.createdAt) return reasonText(t, 'expired');
  if (!told.isDone && now <= told.expiresAt) return t('why.onItsWay');
  return isFollowed ? t('why.reason.not-then') : reasonText(t, 'not-followed');
};

const linkTo = (
  { guildId, discordId }: AlertChannel,
  { messageId, targetId }: NonNullable<AlertHistory['delivery']>,
): string => messageUrl(guildId, targetId ?? discordId, messageId ?? '');
