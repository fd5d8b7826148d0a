import { winnerIn, type Meeting } from '../../domain/people/head-to-head.ts';
import { formatSets } from '../../domain/match/score.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';

/** A tournament's name, if known. */
export type EventName = (tournamentId: number) => string | undefined;

const SIGNS = { won: '✓', lost: '✗', unknown: '·' } as const;

export type MeetingOutcome = keyof typeof SIGNS;

export const meetingOutcome = ({ match, firstSide }: Meeting): MeetingOutcome => {
  const winner = winnerIn(match);
  if (winner === null) return 'unknown';
  return winner === firstSide ? 'won' : 'lost';
};

/** `✓` when the first side won, `✗` when it lost. */
export const meetingSign = (meeting: Meeting): string => SIGNS[meetingOutcome(meeting)];

export const meetingScore = ({ t }: Reader, { match, firstSide }: Meeting): string => {
  if (match.status === 'walkover') return t('h2h.walkover');
  if (match.score === null) return t('h2h.unscored');
  const score = formatSets(match.score, firstSide);
  return match.status === 'retired' ? `${score} ${t('schedule.retired')}` : score;
};

/** Date, event and round as plain text. */
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

/** Outcome for the first side, score, date, event and round; safe in markdown. */
export const meetingLine = (reader: Reader, meeting: Meeting, eventName: EventName): string => {
  const facts = meetingFacts(reader, meeting, eventName).map((fact) => outside(fact, 40));
  const score = meetingScore(reader, meeting);
  return `${meetingSign(meeting)} **${score}** · ${facts.join(' · ')}`;
};
