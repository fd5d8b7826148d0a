import type { AlertChannel } from '../../domain/alerts/channel.ts';
import { alertTypeOf } from '../../domain/alerts/events.ts';
import { filterReason } from '../../domain/alerts/settings.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { ReplayedPost } from '../../domain/alerts/replay.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { shortened, timestamp } from '../../i18n/text.ts';
import { TEXT_MAX } from '../lines/lines.ts';
import { matchContext } from '../lines/match-line.ts';
import { matchPost } from '../posts/match-posts.ts';
import { COLOURS, embedReply, NO_PINGS, type MessageBody } from '../message.ts';
import { sidesTitle } from '../lines/names.ts';
import { dropReasonText, groupLine } from './reasons.ts';

interface PreviewView {
  readonly told: Reader;
  readonly channel: AlertChannel;
  readonly isFollowed: boolean;
  readonly news: readonly ReplayedPost[];
}

const LINES_MAX = 20;

/** What a channel would have got for a match, and when. */
export const previewMessage = (
  reader: Reader,
  held: TrackedMatch,
  view: PreviewView,
): MessageBody =>
  embedReply({
    author: matchContext(reader.t, held),
    title: sidesTitle(held.match.teams),
    description: shortened(previewText(reader, held, view).join('\n'), TEXT_MAX),
    color: COLOURS.final,
  });

const previewText = (reader: Reader, held: TrackedMatch, view: PreviewView): readonly string[] => {
  const { t } = reader;
  const { news, isFollowed, channel } = view;
  const { pausedAt } = channel;
  const isOn = isFollowed && pausedAt === null;
  const isPosted = ({ skipReason }: ReplayedPost): boolean => skipReason === null;
  // The post of a start becomes the card.
  const isOwn = hasCard(channel, held) && !channel.settings.types.includes('start');
  const isInDaily = filterReason(channel.settings, 'daily', held) === null;
  const posted = [
    ...(isInDaily ? [`- ${view.told.t('alertType.daily')}`] : []),
    ...(isOwn ? [`- ${view.told.t('alertType.card')}`] : []),
    ...news.filter(isPosted).map((each) => postedLine(view, held, each)),
  ];
  const dropped = news.filter((each) => !isPosted(each));
  return [
    `<#${channel.discordId}>`,
    isFollowed ? null : `⚠️ ${t('why.notFollowed', { channel: `<#${channel.discordId}>` })}`,
    pausedAt === null ? null : `⚠️ ${t('health.paused', { when: timestamp(pausedAt, 'f') })}`,
    t(isOn ? 'preview.posted' : 'preview.otherwise', { count: posted.length }),
    ...ends(reader, posted),
    ...(dropped.length === 0 ? [] : ['', t('preview.dropped', { count: dropped.length })]),
    ...droppedLines(reader, dropped),
  ].filter((line) => line !== null);
};

const hasCard = ({ settings }: AlertChannel, held: TrackedMatch): boolean =>
  filterReason(settings, 'card', held) === null && !['bye', 'walkover'].includes(held.state.status);

/** The first and last lines when there are too many. */
const ends = ({ t }: Reader, lines: readonly string[]): readonly string[] => {
  if (lines.length <= LINES_MAX) return lines;
  const half = LINES_MAX / 2;
  const more = t('dailyDigest.more', { count: lines.length - LINES_MAX });
  return [...lines.slice(0, half), more, ...lines.slice(-half)];
};

const postedLine = (
  { told, channel }: PreviewView,
  held: TrackedMatch,
  { event, at }: ReplayedPost,
): string => {
  const { settings } = channel;
  const facts = { event, held, pings: NO_PINGS, correctedAt: null, style: settings };
  const when = at === null ? '' : `${timestamp(at, 'T')} `;
  const isCard = event.kind === 'start' && hasCard(channel, held);
  const line = `- ${when}${matchPost(told, facts).content ?? ''}`;
  return isCard ? `${line} · ${told.t('alertType.card')}` : line;
};

/** A line for each type and reason. */
const droppedLines = ({ t }: Reader, dropped: readonly ReplayedPost[]): readonly string[] => {
  const told = dropped.map(({ event, skipReason }) => ({
    event,
    value: skipReason === null ? '' : dropReasonText(t, skipReason, event.kind),
  }));
  const groups = Map.groupBy(told, ({ event, value }) => `${alertTypeOf(event)} ${value}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const events = same.map(({ event }) => event);
    return [`- ${groupLine(t, events, first.value)}`];
  });
};
