import { type Match, phaseOf, isPlaying } from '../match/match.ts';
import type { Tournament } from '../people/people.ts';
import type { TrackedMatch } from '../match/state.ts';
import { readLabel } from '../match/schedule-labels.ts';

/** The matches of one court of a tournament on one day, in order. */
export interface CourtProgramme {
  readonly tournament: Pick<Tournament, 'id' | 'name'>;
  /** Null while the court is undecided. */
  readonly court: string | null;
  /** The venue's minutes ahead of UTC; null when unknown. */
  readonly offset: number | null;
  readonly matches: readonly Match[];
}

const LAST = Number.MAX_SAFE_INTEGER;

/** After every date. */
const UNDATED = '9999';

/** Days as they are written compare by code unit: a collation would cost most of a keystroke. */
export const compareDays = (a: string, b: string): number => Number(a > b) - Number(a < b);

const courtNames = new Intl.Collator('en', { numeric: true });

/** Named courts first, then numbered ones, undecided last. */
const byCourt = (a: string | null, b: string | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const isNumbered = (court: string): number => Number(/\d/.test(court));
  return isNumbered(a) - isNumbered(b) || courtNames.compare(a, b);
};

/** Groups a tournament's matches of a day by court, without byes. */
export const courtProgrammes = (
  tournament: CourtProgramme['tournament'],
  offset: number | null,
  matches: readonly Match[],
): readonly CourtProgramme[] => {
  const played = matches.filter(({ status }) => status !== 'bye');
  return [...Map.groupBy(played, ({ court }) => court)]
    .sort(([a], [b]) => byCourt(a, b))
    .map(([court, own]) => ({
      tournament,
      court,
      offset,
      matches: own.toSorted(
        (a, b) =>
          (a.courtOrder ?? LAST) - (b.courtOrder ?? LAST) ||
          (a.startedAt ?? a.scheduledAt ?? LAST) - (b.startedAt ?? b.scheduledAt ?? LAST) ||
          a.id - b.id,
      ),
    }));
};

/** By day, court and place there: nothing of the order tells how far a match is. */
export const inOrderOfCourts = <M extends Pick<TrackedMatch, 'match'>>(
  matches: readonly M[],
): readonly M[] =>
  matches.toSorted(
    ({ match: a }, { match: b }) =>
      compareDays(a.playedOn ?? UNDATED, b.playedOn ?? UNDATED) ||
      byCourt(a.court, b.court) ||
      (a.courtOrder ?? LAST) - (b.courtOrder ?? LAST) ||
      a.id - b.id,
  );

/** With fewer matches there is nothing to pick from. */
const LEAST = 3;

/** By watchability; null unless three upcoming matches at least, and more than half of them, have a figure. */
export const matchOfTheDay = (matches: readonly Match[]): Match | null => {
  const ahead = matches.filter(({ status }) => phaseOf(status) === 'upcoming');
  const rated = ahead.flatMap((match) =>
    match.watchability === undefined ? [] : [{ match, promise: match.watchability }],
  );
  if (rated.length < LEAST || rated.length * 2 <= ahead.length) return null;
  // On equal figures the first wins, in display order.
  const best = rated.reduce((first, next) => (next.promise > first.promise ? next : first));
  return best.match;
};

const byRoundAndCourt = ({ match: a }: TrackedMatch, { match: b }: TrackedMatch): number =>
  (a.round ?? 64) - (b.round ?? 64) || (a.court ?? '').localeCompare(b.court ?? '') || a.id - b.id;

/** Finals first, then by court. */
export const inOrderOfRounds = (matches: readonly TrackedMatch[]): readonly TrackedMatch[] =>
  matches.toSorted(byRoundAndCourt);

const byDay = (
  { match: a, state: one }: TrackedMatch,
  { match: b, state: other }: TrackedMatch,
): number =>
  Number(isPlaying(other)) - Number(isPlaying(one)) ||
  compareDays(a.playedOn ?? UNDATED, b.playedOn ?? UNDATED);

/** Matches in play first, then by day and in the order of each court. */
export const inOrderOfPlay = (matches: readonly TrackedMatch[]): readonly TrackedMatch[] =>
  matches.toSorted(
    (a, b) =>
      byDay(a, b) || (a.match.courtOrder ?? 0) - (b.match.courtOrder ?? 0) || byRoundAndCourt(a, b),
  );

/** Assumed minutes of a match. */
export const USUAL_LENGTH = 90;

/** Sorts after every time of day. */
const UNTIMED = 24 * 60;

const courtOf = ({ tournamentId, playedOn, court }: Match): string =>
  JSON.stringify([tournamentId, playedOn, court]);

/** Minutes of the day at which a court's matches start: by the label, or after the previous match. */
const timesOfCourt = (matches: readonly Match[]): readonly (readonly [number, number])[] => {
  let free = UNTIMED;
  return matches
    .toSorted((a, b) => (a.courtOrder ?? 0) - (b.courtOrder ?? 0))
    .map(({ id, scheduleLabel, status }) => {
      const label = readLabel(scheduleLabel);
      // The estimate of a match that is over is nobody's start.
      const isAhead = phaseOf(status) !== 'over';
      const begins = 'minutes' in label && isAhead ? label.minutes : free;
      free = begins + USUAL_LENGTH;
      return [id, begins];
    });
};

/** By start on the venues' clocks: those in play first, those without a day last. */
export const inOrderOfTime = (matches: readonly TrackedMatch[]): readonly TrackedMatch[] => {
  const courts = Map.groupBy(
    matches.map(({ match }) => match),
    courtOf,
  );
  const times = new Map([...courts.values()].flatMap(timesOfCourt));
  const timeOf = ({ match }: TrackedMatch): number => times.get(match.id) ?? UNTIMED;
  return inOrderOfPlay(matches).toSorted((a, b) => byDay(a, b) || timeOf(a) - timeOf(b));
};
