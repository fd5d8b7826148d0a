import { CONTENT_MAX } from '../../discord/message-limits.ts';
import type { AlertChannel } from '../../domain/alerts/channel.ts';
import type { VenueOffset } from '../../domain/alerts/subject.ts';
import type { FollowAlerts } from '../../domain/alerts/follow-alerts.ts';
import type { FollowKind } from '../../domain/alerts/follows.ts';
import type { Upcoming } from '../../domain/alerts/upcoming.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { shortened, timestamp } from '../../i18n/text.ts';
import { followAlertsText } from './alerts.ts';
import { upcomingEmbed } from './upcoming.ts';
import { NO_MENTIONS, type MessageBody } from '../message.ts';

/** For oneself under a channel's alerts, for everybody in it, or by direct message. */
export type FollowScope = 'me' | 'channel' | 'direct';

/** Whose follow it is, and where its alerts go. */
interface FollowPlace {
  readonly scope: FollowScope;
  readonly channelId: string;
}

export interface FollowChange {
  /** Safe in markdown. */
  readonly name: string;
  readonly kind: FollowKind;
  /** False when it was followed already. */
  readonly added: boolean;
  /** What it brings, as the channel is set. */
  readonly news: FollowAlerts;
  readonly outlook: Upcoming;
  /** The venue's minutes ahead of UTC for the next match, where more is known than it and its country tell. */
  readonly offset?: VenueOffset;
  /** How many of the matches ahead the channel wants, and whether the next one is among them. */
  readonly wanted: WantedAhead;
  /** The local date on which a tournament begins; null when it has begun, or for anything else. */
  readonly beginsOn: string | null;
}

interface WantedAhead {
  readonly ahead: number;
  readonly next: boolean;
}

export interface FollowedView {
  readonly scope: FollowScope;
  /** Where it is told. */
  readonly channel: AlertChannel;
  readonly changes: readonly FollowChange[];
  /** Whether the plan has no live points. */
  readonly lacksLive: boolean;
}

export const mention = (channelId: string): string => `<#${channelId}>`;

/** The answer of `/follow`: what is followed, what of it is told there, and what is going to come. */
export const followedMessage = (reader: Reader, view: FollowedView): MessageBody => {
  const { changes, channel, lacksLive } = view;
  // Several things that bring the same are told of together.
  const alike = Map.groupBy(changes, (change) => bringsWords(reader, view, change));
  const lines = [...alike].map(([brings, group]) =>
    [...group.map((change) => changeWords(reader, view, change)), brings].join(' ').trim(),
  );
  const embeds = changes.flatMap(
    (change) => upcomingEmbed(reader, { ...change, channelId: channel.discordId, lacksLive }) ?? [],
  );
  return {
    content: shortened([...lines, ...troubleLines(reader, channel)].join('\n'), CONTENT_MAX),
    embeds,
    allowed_mentions: NO_MENTIONS,
  };
};

/** Why nothing is told at the moment, whatever is followed. */
const troubleLines = (
  { t }: Reader,
  { discordId, broken, pausedAt }: FollowedView['channel'],
): string[] => [
  ...(broken === null ? [] : [t('follow.broken', { channel: mention(discordId) })]),
  ...(pausedAt === null ? [] : [t('health.paused', { when: timestamp(pausedAt, 'f') })]),
];

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

/** What is new brings something; of what was followed already nothing is said. */
const bringsWords = (
  reader: Reader,
  { scope, channel }: FollowedView,
  { added, news }: FollowChange,
): string => (added ? followAlertsText(reader, scope, channel, news) : '');

/** The answer of `/unfollow`. */
export const unfollowedMessage = (
  { t }: Reader,
  { scope, channelId, names }: FollowPlace & { readonly names: readonly string[] },
): MessageBody => {
  const key = scope === 'channel' ? 'follow.removedChannel' : 'follow.removedMe';
  const lines = names.map((name) => t(key, { name, channel: mention(channelId) }));
  return { content: shortened(lines.join('\n'), CONTENT_MAX), allowed_mentions: NO_MENTIONS };
};
