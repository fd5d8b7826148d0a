import type { RankingEntry } from './people.ts';

/** A player's place in an edition of a ranking. */
export interface Place {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly place: number;
}

/** An edition a week. */
const MOST = 53;

/** A player's places in the year of a season, the earliest first, one for each edition. */
export const seasonPlaces = (entries: readonly RankingEntry[], year: string): readonly Place[] => {
  const places = new Map(
    entries.flatMap(({ ranking: place, date }) =>
      place === null || date === undefined || !date.startsWith(year) ? [] : [[date, place]],
    ),
  );
  return Array.from(places, ([date, place]) => ({ date, place }))
    .sort((a, b) => a.date.localeCompare(b.date))
    .slice(-MOST);
};
