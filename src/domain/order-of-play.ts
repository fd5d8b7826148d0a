import type { Match } from './match.ts';
import type { Tournament } from './people.ts';

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
