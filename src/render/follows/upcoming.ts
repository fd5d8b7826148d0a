import type { APIEmbed } from 'discord-api-types/v10';
import type { FollowedAlerts, FollowKind } from '../../domain/alerts/follows.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { isPlaying } from '../../domain/match/match.ts';
import { matchOffset } from '../../domain/match/venue-clock.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import type { FollowChange } from './follows.ts';
import { matchContext } from '../lines/match-line.ts';
import { COLOURS } from '../message.ts';
import { sideOf } from '../lines/names.ts';
import { whenToBegin } from '../lines/time.ts';
import { joinedLines, dotted } from '../lines/lines.ts';

interface UpcomingView extends Pick<
  FollowChange,
  'kind' | 'outlook' | 'offset' | 'wanted' | 'news' | 'beginsOn'
> {
  readonly channelId: string;
  readonly alerts: FollowedAlerts;
  readonly lacksLive: boolean;
}

/** Targets with one match at a time; the others have many. */
const SINGLE: readonly FollowKind[] = ['player', 'pair', 'match'];

/** What a follow will bring, and what it cannot; undefined when there is nothing to say. */
export const upcomingEmbed = (reader: Reader, view: UpcomingView): APIEmbed | undefined => {
  // Who plays next, and how many matches are to come, tells which are over, and who won.
  if (reader.hidesScores === true) return undefined;
  const description = joinedLines([
    comingLine(reader, view),
    wantedLine(reader, view),
    ...limitLines(reader, view),
  ]);
  if (description === '') return undefined;
  const { next } = view.outlook;
  const isLive = next !== null && isPlaying(next.state);
  return { description, color: isLive ? COLOURS.live : COLOURS.scheduled };
};

const comingLine = (reader: Reader, view: UpcomingView): string | null => {
  const { t, locale } = reader;
  const { kind, beginsOn } = view;
  const { next, ahead, isPast } = view.outlook;
  if (isPast) return null;
  if (next === null) {
    if (beginsOn !== null) return t('follow.begins', { date: localDate(locale, beginsOn) });
    if (kind === 'match') return null;
    return t('follow.noneAhead');
  }
  if (!SINGLE.includes(kind)) return t('follow.ahead', { count: ahead });
  return isPlaying(next.state)
    ? t('labelled', { name: t('player.inPlay'), value: matchText(reader, next, view) })
    : t('follow.next', { match: matchText(reader, next, view) });
};

/** Which of these matches the channel filters out, unless it filters out everything. */
const wantedLine = ({ t }: Reader, view: UpcomingView): string | null => {
  const { kind, news, wanted, outlook, channelId } = view;
  if (news.isExcluded || outlook.next === null) return null;
  if (SINGLE.includes(kind)) {
    return wanted.next ? null : t('follow.nextLeftOut', { channel: `<#${channelId}>` });
  }
  return wanted.ahead === outlook.ahead ? null : t('follow.wantedAhead', { count: wanted.ahead });
};

/** `Vega / Lamas – Soria / Pinto · Madrid P1 · Men · Quarterfinal · Jun 7, 2026 · not before …`. */
const matchText = (reader: Reader, held: TrackedMatch, { offset }: UpcomingView): string => {
  const { match } = held;
  const when = isPlaying(held.state)
    ? null
    : whenToBegin(reader, match, offset ?? matchOffset(held));
  return dotted([
    `**${sideOf(reader.t, match, 'team_1')}** – **${sideOf(reader.t, match, 'team_2')}**`,
    outside(matchContext(reader.t, held), 200),
    when,
  ]);
};

const limitLines = (
  { t }: Reader,
  { outlook, alerts, lacksLive }: UpcomingView,
): (string | null)[] => {
  const { isPast, coverage } = outlook;
  if (isPast) return [t('follow.past')];
  return [
    coverage === 'scores'
      ? t(alerts === 'moments' ? 'follow.upsetsOnly' : 'follow.scoresOnly')
      : null,
    coverage === 'unknown' ? t('follow.coverageUnknown') : null,
    lacksLive && coverage !== 'scores' ? t('follow.noLivePlan') : null,
  ];
};
