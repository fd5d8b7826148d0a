import type { HeldMatch } from '../../src/domain/match/state.ts';
import { type Match, isPlaying } from '../../src/domain/match/match.ts';
import { readLabel } from '../../src/domain/tournament/schedule-labels.ts';

/** Assumed minutes of a match, to order those that follow on its court. */
const USUAL_LENGTH = 90;

/** Sorts after every date. */
const UNDATED = '9999';

/** Sorts after every time of day. */
const UNTIMED = 24 * 60;

const courtOf = ({ tournamentId, playedOn, court }: Match): string =>
  JSON.stringify([tournamentId, playedOn, court]);

/**
 * Start times of a court's matches, in minutes of the day: from the label, or after the previous
 * match.
 */
const timesOfCourt = (matches: readonly Match[]): readonly (readonly [number, number])[] => {
  let free = UNTIMED;
  return matches
    .toSorted((a, b) => (a.courtOrder ?? 0) - (b.courtOrder ?? 0))
    .map(({ id, scheduleLabel }) => {
      const label = readLabel(scheduleLabel);
      const begins = 'minutes' in label ? label.minutes : free;
      free = begins + USUAL_LENGTH;
      return [id, begins];
    });
};

/**
 * Matches in order of their start on the venues' clocks: those in play first, those without a day
 * last.
 */
export const inOrderOfTime = (matches: readonly HeldMatch[]): readonly HeldMatch[] => {
  const courts = Map.groupBy(
    matches.map(({ match }) => match),
    courtOf,
  );
  const times = new Map([...courts.values()].flatMap(timesOfCourt));
  const timeOf = ({ match }: HeldMatch): number => times.get(match.id) ?? UNTIMED;
  const dayOf = ({ match }: HeldMatch): string => match.playedOn ?? UNDATED;
  return matches.toSorted(
    (a, b) =>
      Number(isPlaying(b.state)) - Number(isPlaying(a.state)) ||
      dayOf(a).localeCompare(dayOf(b)) ||
      timeOf(a) - timeOf(b),
  );
};
