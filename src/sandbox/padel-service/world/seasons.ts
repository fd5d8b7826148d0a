import type { Tournament } from './model.ts';
import { utcDay, type Day } from './days.ts';
import { tournamentStatus } from './visible.ts';
import type { Knowledge } from './knowledge.ts';

/** A year of tournaments. */
export interface Season {
  /** 1 for the first season of the records. */
  readonly id: number;
  readonly year: number;
  readonly tournaments: readonly Tournament[];
  /** The first tournament's first day, the last one's last. */
  readonly start: Day;
  readonly end: Day;
  readonly status: 'active' | 'finished';
}

/** The seasons that have begun, the first one first; the next one appears with its first day. */
export const seasonsOf = ({ tournaments, now }: Knowledge): readonly Season[] => {
  const isToCome = (tournament: Tournament): boolean =>
    ['pending', 'live'].includes(tournamentStatus(tournament, now));
  const byYear = [...Map.groupBy(tournaments, ({ season }) => season)];
  const firstYear = Math.min(...byYear.map(([year]) => year));
  return byYear
    .map(([year, own]): Season => ({
      id: year - firstYear + 1,
      year,
      tournaments: own,
      start: Math.min(...own.map(({ start }) => start)),
      end: Math.max(...own.map(({ end }) => end)),
      status: own.some(isToCome) ? 'active' : 'finished',
    }))
    .filter(({ start }) => start <= utcDay(now))
    .sort((a, b) => a.id - b.id);
};
