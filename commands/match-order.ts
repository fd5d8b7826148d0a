import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf, type Match } from '../src/domain/match.ts';
import { readLabel } from '../src/domain/schedule-labels.ts';

/** How long a match keeps its court, in minutes: enough to put those that follow in their place. */
const USUAL_LENGTH = 90;

/** After every date. */
const UNDATED = '9999';

/** After every time of a day. */
const UNTIMED = 24 * 60;

const isInPlay = ({ state }: HeldMatch): boolean => phaseOf(state.status) === 'playing';

const courtOf = ({ tournamentId, playedOn, court }: Match): string =>
  JSON.stringify([tournamentId, playedOn, court]);

/**
 * The minutes of the day at which each match of a court is to begin: as its label tells, or after
 * the one before it.
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
 * Matches in the order in which they are to begin, by the clocks of their venues: those in play
 * first, those without a day last.
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
      Number(isInPlay(b)) - Number(isInPlay(a)) ||
      dayOf(a).localeCompare(dayOf(b)) ||
      timeOf(a) - timeOf(b),
  );
};
