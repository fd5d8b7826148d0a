import type { RankingEntry } from './people.ts';

/** A player's place in an edition of a ranking. */
export interface Place {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly place: number;
}

/** An edition a week. */
const MOST = 53;

/** A player's places from the first day of a season on, the earliest first, one for each edition. */
export const seasonPlaces = (
  entries: readonly RankingEntry[],
  firstDay: string,
): readonly Place[] => {
  const places = new Map(
    entries.flatMap(({ ranking: place, date }) =>
      place === null || date === undefined || date < firstDay ? [] : [[date, place]],
    ),
  );
  return Array.from(places, ([date, place]) => ({ date, place }))
    .sort((a, b) => a.date.localeCompare(b.date))
    .slice(-MOST);
};
