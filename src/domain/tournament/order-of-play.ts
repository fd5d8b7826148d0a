import { type Match, phaseOf } from '../match/match.ts';
import type { Tournament } from '../people/people.ts';

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

/** Named courts first, then numbered ones, undecided last. */
const byCourt = (a: string | null, b: string | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const isNumbered = (court: string): number => Number(/\d/.test(court));
  return isNumbered(a) - isNumbered(b) || a.localeCompare(b, 'en', { numeric: true });
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
          (a.scheduledAt ?? LAST) - (b.scheduledAt ?? LAST) ||
          a.id - b.id,
      ),
    }));
};

/** With fewer matches there is nothing to pick from. */
const LEAST = 3;

/**
 * The upcoming match with the highest watchability. Null unless at least three upcoming matches,
 * and more than half of them, have a figure.
 */
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
