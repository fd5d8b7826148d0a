import { winnerIn, type Meeting } from '../../domain/people/head-to-head.ts';
import { formatSets } from '../../domain/match/score.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';

/** What a tournament is called, when it is known. */
export type EventName = (tournamentId: number) => string | undefined;

const SIGNS = { won: '✓', lost: '✗', unknown: '·' } as const;

export type MeetingOutcome = keyof typeof SIGNS;

/** How a meeting came out for the first side. */
export const meetingOutcome = ({ match, firstSide }: Meeting): MeetingOutcome => {
  const winner = winnerIn(match);
  if (winner === null) return 'unknown';
  return winner === firstSide ? 'won' : 'lost';
};

/** `✓` where the first side won, `✗` where it lost. */
export const meetingSign = (meeting: Meeting): string => SIGNS[meetingOutcome(meeting)];

/** The score from the first side; words where there is none. */
export const meetingScore = ({ t }: Reader, { match, firstSide }: Meeting): string => {
  if (match.status === 'walkover') return t('h2h.walkover');
  if (match.score === null) return t('h2h.unscored');
  const score = formatSets(match.score, firstSide);
  return match.status === 'retired' ? t('h2h.retired', { score }) : score;
};

/** When, where and in which round they met, as plain text. */
export const meetingFacts = (
  { t, locale }: Reader,
  { match }: Meeting,
  eventName: EventName,
): readonly string[] => {
  const event = match.tournamentId === null ? undefined : eventName(match.tournamentId);
  const facts = [
    match.playedOn === null ? null : localDate(locale, match.playedOn),
    event ?? null,
    match.round === null ? match.roundName : t(`round.${match.round}`),
  ];
  return facts.filter((fact) => fact !== null).filter((fact) => fact !== '');
};

/** Won or lost by the first side, the score, when, where, and in which round: safe in markdown. */
export const meetingLine = (reader: Reader, meeting: Meeting, eventName: EventName): string => {
  const facts = meetingFacts(reader, meeting, eventName).map((fact) => outside(fact, 40));
  const score = meetingScore(reader, meeting);
  return `${meetingSign(meeting)} **${score}** · ${facts.join(' · ')}`;
};
