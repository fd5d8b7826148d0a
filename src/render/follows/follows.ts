import type { APIEmbed } from 'discord-api-types/v10';
import { CONTENT_MAX } from '../../discord/message-limits.ts';
import type { AlertType } from '../../domain/alerts/alert-types.ts';
import type { AlertChannel } from '../../domain/alerts/channel.ts';
import { eventKindsOf } from '../../domain/alerts/events.ts';
import type { VenueOffset } from '../../domain/alerts/subject.ts';
import type { FollowAlerts } from '../../domain/alerts/follow-alerts.ts';
import type { FollowedAlerts, FollowKind, FollowScope } from '../../domain/alerts/follows.ts';
import type { Upcoming } from '../../domain/alerts/upcoming.ts';
import { ALERT_TRAITS } from '../../domain/alerts/traits.ts';
import { isPlaying } from '../../domain/match/match.ts';
import { matchOffset } from '../../domain/match/venue-clock.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { shortened, timestamp } from '../../i18n/text.ts';
import { matchFacts, nextMatchLine } from '../lines/empty.ts';
import { joinedLines } from '../lines/lines.ts';
import { COLOURS, type MessageBody, reply } from '../message.ts';
import { typeNames, matchFilters } from '../lines/settings-text.ts';

export interface FollowChange {
  /** Escaped for markdown. */
  readonly name: string;
  readonly kind: FollowKind;
  /** False when it was followed before. */
  readonly added: boolean;
  readonly news: FollowAlerts;
  readonly outlook: Upcoming;
  /** The venue's UTC offset for the next match, if known from more than match and country. */
  readonly offset?: VenueOffset;
  /** How many upcoming matches pass the channel's filter, and whether the next one does. */
  readonly wanted: { readonly ahead: number; readonly next: boolean };
  /** The local start date of a tournament that has not started; null otherwise. */
  readonly beginsOn: string | null;
}

export interface FollowedView {
  readonly scope: FollowScope;
  readonly channel: AlertChannel;
  readonly changes: readonly FollowChange[];
  readonly alerts: FollowedAlerts;
  readonly lacksLive: boolean;
  /** By direct message, and none has arrived yet: only a message shows whether the member takes them. */
  readonly isDirectUnproven: boolean;
}

export const mention = (channelId: string): string => `<#${channelId}>`;

/** The reply to `/follow`: what is followed, which alerts it brings, and what comes next. */
export const followedMessage = (reader: Reader, view: FollowedView): MessageBody => {
  const { changes } = view;
  // Group targets that bring the same alerts.
  const alike = Map.groupBy(changes, (change) => bringsWords(reader, view, change));
  const lines = [...alike].map(([brings, group]) =>
    [...group.map((change) => changeWords(reader, view, change)), brings].join(' ').trim(),
  );
  const outlooks = changes.flatMap((change) => upcomingEmbed(reader, view, change) ?? []);
  // A player and their pair have the same next match.
  const embeds = [...new Map(outlooks.map((embed) => [embed.description, embed])).values()];
  return reply({
    content: shortened(joinedLines([...lines, ...troubleLines(reader, view)]), CONTENT_MAX),
    embeds,
  });
};

const troubleLines = (
  reader: Reader,
  { channel, isDirectUnproven }: FollowedView,
): (string | null)[] => {
  const { t } = reader;
  const { broken, pausedAt } = channel;
  return [
    broken === null ? null : brokenWords(reader, channel),
    broken === null && isDirectUnproven ? `-# ${t('follow.directHint')}` : null,
    pausedAt === null ? null : t('health.paused', { when: timestamp(pausedAt, 'f') }),
  ];
};

const brokenWords = ({ t }: Reader, { broken, discordId }: FollowedView['channel']): string =>
  broken === 'direct-messages-closed'
    ? `⚠️ ${t('health.directClosed')}`
    : t('follow.broken', { channel: mention(discordId) });

const changeWords = (
  { t }: Reader,
  { scope, channel }: FollowedView,
  { name, added }: FollowChange,
): string => {
  const values = { name, channel: mention(channel.discordId) };
  if (scope === 'channel') {
    return t(added ? 'follow.addedChannel' : 'follow.alreadyChannel', values);
  }
  return t(added ? 'follow.addedMe' : 'follow.alreadyMe', values);
};

/** Only for new follows. */
const bringsWords = (
  reader: Reader,
  { scope, channel }: FollowedView,
  { added, news }: FollowChange,
): string => (added ? followAlertsText(reader, scope, channel, news) : '');

/** What a follow brings under the channel's settings: the kinds of alert, and for which matches. */
const followAlertsText = (
  reader: Reader,
  scope: FollowScope,
  { discordId, settings }: Pick<AlertChannel, 'discordId' | 'settings'>,
  news: FollowAlerts,
): string => {
  const { t } = reader;
  const channel = mention(discordId);
  const matches = matchFilters(reader, settings);
  if (news.isExcluded) return t('follow.leftOut', { channel, matches });
  const brings =
    scope === 'me'
      ? memberWords(reader, channel, news, settings.coverScores)
      : ownWords(reader, scope, channel, news);
  return matches === '' ? brings : `${brings} ${t('follow.onlyMatches', { matches })}`;
};

/** Kinds that are posted to a channel or sent by direct message. */
const ownWords = (
  reader: Reader,
  scope: 'channel' | 'direct',
  channel: string,
  { posted }: FollowAlerts,
): string => {
  const { t } = reader;
  if (posted.length === 0) return t('follow.bringsNothing', { channel });
  const types = typeNames(reader, posted);
  if (scope === 'channel') return t('follow.bringsChannel', { types });
  const told = t('follow.bringsDirect', { types });
  return reader.hidesScores === true && posted.some(tellsScore)
    ? `${told} ${t('follow.privately')}`
    : told;
};

const tellsScore = (type: AlertType): boolean =>
  eventKindsOf([type]).some((kind) => ALERT_TRAITS[kind].tellsScore);

/** Kinds that ping a member; without any, kinds that are posted anyway. */
const memberWords = (
  reader: Reader,
  channel: string,
  { posted, pings, onlyPings }: FollowAlerts,
  isCovered: boolean,
): string => {
  const { t } = reader;
  if (pings.length > 0) {
    const key = onlyPings ? 'follow.bringsMeWide' : 'follow.bringsMe';
    // A post with the score pings nobody who hides it, unless its channel covers it.
    const isHiding = reader.hidesScores === true && !isCovered;
    const open = isHiding ? pings.filter((type) => !tellsScore(type)) : pings;
    const told = open.length === 0 ? [] : [t(key, { channel, types: typeNames(reader, open) })];
    const isPrivate = open.length < pings.length;
    return [...told, ...(isPrivate ? [t('follow.privately')] : [])].join(' ');
  }
  if (onlyPings) return t('follow.noPings', { channel });
  if (posted.length === 0) return t('follow.bringsNothing', { channel });
  return `${t('follow.noPings', { channel })} ${t('follow.bringsChannel', { types: typeNames(reader, posted) })}`;
};

/** Targets with one match at a time; the others have many. */
const SINGLE: readonly FollowKind[] = ['player', 'pair', 'match'];

/** What a follow will bring, and what it cannot; undefined when there is nothing to say. */
const upcomingEmbed = (
  reader: Reader,
  view: FollowedView,
  change: FollowChange,
): APIEmbed | undefined => {
  // Who plays next, and how many matches are to come, tells which are over, and who won.
  if (reader.hidesScores === true) return undefined;
  const description = joinedLines([
    comingLine(reader, change),
    wantedLine(reader, view, change),
    ...limitLines(reader, view, change),
  ]);
  if (description === '') return undefined;
  const { next } = change.outlook;
  const isLive = next !== null && isPlaying(next.state);
  return { description, color: isLive ? COLOURS.live : COLOURS.scheduled };
};

const comingLine = (reader: Reader, change: FollowChange): string | null => {
  const { t, locale } = reader;
  const { kind, beginsOn } = change;
  const { next, ahead, isPast } = change.outlook;
  if (isPast) return null;
  if (next === null) {
    if (beginsOn !== null) return t('follow.begins', { date: localDate(locale, beginsOn) });
    if (kind === 'match') return null;
    return t('follow.noneAhead');
  }
  if (!SINGLE.includes(kind)) return t('follow.ahead', { count: ahead });
  return isPlaying(next.state)
    ? t('labelled', { name: t('player.inPlay'), value: matchFacts(reader, next) })
    : nextMatchLine(reader, { held: next, offset: change.offset ?? matchOffset(next) });
};

/** Which of these matches the channel filters out, unless it filters out everything. */
const wantedLine = (
  { t }: Reader,
  { channel }: FollowedView,
  { kind, news, wanted, outlook }: FollowChange,
): string | null => {
  if (news.isExcluded || outlook.next === null) return null;
  if (SINGLE.includes(kind)) {
    return wanted.next ? null : t('follow.nextLeftOut', { channel: mention(channel.discordId) });
  }
  return wanted.ahead === outlook.ahead ? null : t('follow.wantedAhead', { count: wanted.ahead });
};

const limitLines = (
  { t }: Reader,
  { alerts, lacksLive }: FollowedView,
  { outlook: { isPast, coverage } }: FollowChange,
): (string | null)[] => {
  if (isPast) return [t('follow.past')];
  return [
    coverage === 'scores'
      ? t(alerts === 'moments' ? 'follow.upsetsOnly' : 'follow.scoresOnly')
      : null,
    coverage === 'unknown' ? t('follow.coverageUnknown') : null,
    lacksLive && coverage !== 'scores' ? t('follow.noLivePlan') : null,
  ];
};
