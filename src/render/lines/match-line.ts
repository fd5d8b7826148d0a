import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Translate, Reader } from '../../i18n/i18n.ts';
import { outsidePlain, outside } from '../../i18n/text.ts';
import { phaseName } from './ties.ts';
import {
  isCancelled,
  isNotPlayed,
  type MatchStatus,
  type Match,
} from '../../domain/match/match.ts';
import { expectedStart } from '../../domain/match/expected-start.ts';
import { byTeam } from '../../domain/terms.ts';
import { isStandingStill, winnerOf } from '../../domain/match/reading.ts';
import { matchOfTheDay } from '../../domain/tournament/order-of-play.ts';
import { plainSideName, seededNames } from './names.ts';
import { timeToBegin, whenToBegin, withoutCourtOrder } from './time.ts';
import { utcDate } from '../../lib/time.ts';
import { dotted } from './lines.ts';

/** The round in the reader's language; an unknown round stays in the service's word. */
export const roundName = (t: Translate, { match }: Pick<TrackedMatch, 'match'>): string =>
  phaseName(t, match) ?? (match.round === null ? match.roundName : t(`round.${match.round}`));

/** The context of a match as plain text: `Madrid P1 · Men · Quarterfinal · Center Court`. */
export const matchContext = (
  t: Translate,
  held: Pick<TrackedMatch, 'match' | 'tournament'>,
): string =>
  dotted(
    [
      held.tournament?.name,
      held.match.category === null ? null : t(`category.${held.match.category}`),
      roundName(t, held),
      held.match.court,
    ].map((part) => outsidePlain(part ?? '', 60)),
  );

/** What a match is called where its teams are hidden: they tell who won the round before. */
export const neutralMatchName = (
  t: Translate,
  held: Pick<TrackedMatch, 'match' | 'tournament'>,
): string => matchContext(t, held) || `#${held.match.id}`;

/** What every chart of a match says of it; the court would add nothing. */
export const chartFrame = ({ t }: Reader, held: TrackedMatch) => ({
  winner: winnerOf(held.state),
  names: byTeam((team) => plainSideName(held.match.teams, team)),
  teams: held.match.teams,
  level: held.tournament?.level,
  kicker: matchContext(t, { ...held, match: { ...held.match, court: null } }),
  set: (number: number) => t('match.set', { number }),
});

/** `1 h 12`, `38 min`: in every language. */
export const durationText = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;

/** An unusual status in words, or the service's own word; safe in markdown. */
export const otherStatus = (t: Translate, status: MatchStatus): string => {
  if (isNotPlayed(status)) return t('card.notPlayed');
  return isCancelled(status)
    ? t('card.cancelled')
    : t('labelled', { name: t('help.status'), value: outside(status, 30) });
};

/** That play is interrupted, and when it goes on: `Interrupted · Continues June 8 · 11:00 AM`; otherwise its status in words. */
export const standstillText = (
  reader: Reader,
  { match, state, changedAt }: Pick<TrackedMatch, 'match' | 'state' | 'changedAt'>,
  offset: number | null,
): string => {
  const { t } = reader;
  if (!isStandingStill(state)) return otherStatus(t, state.status);
  // A time that has passed is that of its start.
  const start = expectedStart(match, offset)?.at;
  const isAhead =
    start === undefined ? (match.playedOn ?? '') > utcDate(changedAt) : start > changedAt;
  const when = isAhead ? whenToBegin(reader, match, offset) : null;
  return dotted([t('card.interrupted'), when === null ? null : t('card.continues', { when })]);
};

/**
 * `Match of the day: **Vega / Lamas [1]** – **Soria / Pinto** · 16:00`; null if there is none.
 * @param matches with disambiguated names
 * @param offsetOf the UTC offset in minutes of a match's venue
 */
export const matchOfTheDayLine = (
  reader: Reader,
  matches: readonly Match[],
  offsetOf: (match: Match) => number | null,
): string | null => {
  const match = matchOfTheDay(matches);
  if (match === null) return null;
  return dotted([
    reader.t('schedule.matchOfTheDay', seededNames(reader.t, match)),
    timeToBegin(reader, withoutCourtOrder(match), offsetOf(match)),
  ]);
};
