import {
  matchOutcome,
  type Appearance,
  type MatchOutcome,
  type Result,
} from '../../domain/people/form.ts';
import { phaseOf, type Match } from '../../domain/match/match.ts';
import { formatSets } from '../../domain/match/score.ts';
import type { Team } from '../../domain/terms.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader, Translate } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { roundName, otherStatus } from './match-line.ts';
import type { EventName } from './meeting-line.ts';
import { pairName } from './names.ts';
import { timeToBegin } from './time.ts';
import { dotted } from './lines.ts';

const OUTCOMES = {
  won: 'form.won',
  lost: 'form.lost',
  unknown: 'form.unknown',
} as const satisfies Record<MatchOutcome, string>;

/** The outcome as a word: colour alone is not enough. */
export const outcomeText = (t: Translate, outcome: MatchOutcome): string => t(OUTCOMES[outcome]);

export const scoreFrom = (t: Translate, match: Match, side: Team): string => {
  if (match.status === 'walkover') return t('h2h.walkover');
  if (match.withheld.includes('score')) return t('player.notInPlan');
  if (match.score === null) return t('h2h.unscored');
  const score = formatSets(match.score, side);
  return match.status === 'retired' ? `${score} ${t('tournament.retiredShort')}` : score;
};

/** `Quarterfinal, Madrid P1`; without the event if unknown or already in a heading. */
const stageOf = (t: Translate, match: Match, eventName: EventName | null): string =>
  [
    outside(roundName(t, { match }), 30),
    outside((match.tournamentId === null ? null : eventName?.(match.tournamentId)) ?? '', 40),
  ]
    .filter((part) => part !== '')
    .join(', ');

const rivals = (t: Translate, { opponents }: Appearance): string =>
  opponents.length === 0 ? t('form.nobodyYet') : pairName(opponents);

const dateOf = ({ locale }: Reader, { playedOn }: Match): string | null =>
  playedOn === null ? null : localDate(locale, playedOn);

/** `**Won** 6-4 6-3 · Soria / Pinto · Quarterfinal, Madrid P1 · Jun 7, 2026` */
export const resultLine = (
  reader: Reader,
  result: Result,
  eventName: EventName | null = null,
): string => {
  const { match, side, outcome } = result;
  const { t } = reader;
  return dotted([
    `**${outcomeText(t, outcome)}** ${scoreFrom(t, match, side)}`,
    rivals(t, result),
    stageOf(t, match, eventName),
    dateOf(reader, match),
  ]);
};

/**
 * An upcoming match: opponents, round, date, time and court, where known. Without `offset` (the
 * venue's UTC offset in minutes) times are shown as the venue's local time.
 */
export const upcomingLine = (
  reader: Reader,
  next: Appearance,
  eventName: EventName | null = null,
  offset: number | null = null,
): string => {
  const { match } = next;
  return dotted([
    `**${rivals(reader.t, next)}**`,
    stageOf(reader.t, match, eventName),
    dateOf(reader, match),
    timeToBegin(reader, match, offset),
    outside(match.court ?? '', 40),
  ]);
};

export const appearanceLine = (reader: Reader, appearance: Appearance): string => {
  const { match, side } = appearance;
  const { t } = reader;
  if (match.status === 'bye') {
    return dotted([`**${t('form.bye')}**`, stageOf(t, match, null), dateOf(reader, match)]);
  }
  const phase = phaseOf(match.status);
  if (phase === 'over') {
    return resultLine(reader, { ...appearance, outcome: matchOutcome(appearance) });
  }
  if (phase === 'upcoming') return upcomingLine(reader, appearance);
  const state = phase === 'playing' ? t('form.playing') : otherStatus(t, match.status);
  const score = match.score === null ? '' : ` ${formatSets(match.score, side)}`;
  return dotted([`**${state}**${score}`, rivals(t, appearance), stageOf(t, match, null)]);
};
