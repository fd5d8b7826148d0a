import type { Tournament } from '../model.ts';
import { utcDay, type Day } from './days.ts';
import { tournamentStatus } from '../records/visible.ts';
import type { Knowledge } from '../records/knowledge.ts';

/** A year of tournaments. */
export interface Season {
  /** 1 for the first season of the records. */
  readonly id: number;
  readonly year: number;
  readonly tournaments: readonly Tournament[];
  /** How many there are, with those that were called off. */
  readonly count: number;
  /** The first tournament's first day, the last one's last. */
  readonly start: Day;
  readonly end: Day;
  /** Only the profile `today` shows future seasons. */
  readonly status: 'upcoming' | 'active' | 'finished';
}

/**
 * The seasons, the first one first. The specification has those that have begun: the next one appears
 * with its first day.
 */
export const seasonsOf = ({
  tournaments,
  unlisted,
  now,
  profile,
}: Knowledge): readonly Season[] => {
  const isToCome = (tournament: Tournament): boolean =>
    ['pending', 'live'].includes(tournamentStatus(tournament, now));
  const statusOf = (own: readonly Tournament[]): Season['status'] => {
    if (!own.some(isToCome)) return 'finished';
    return own.some(({ start }) => start <= utcDay(now)) ? 'active' : 'upcoming';
  };
  const byYear = [...Map.groupBy(tournaments, ({ season }) => season)];
  const firstYear = Math.min(...byYear.map(([year]) => year));
  return byYear
    .map(([year, own]): Season => ({
      id: year - firstYear + 1,
      year,
      tournaments: own,
      count: own.length + unlisted.filter(({ season }) => season === year).length,
      start: Math.min(...own.map(({ start }) => start)),
      end: Math.max(...own.map(({ end }) => end)),
      status: statusOf(own),
    }))
    .filter(({ status }) => status !== 'upcoming' || profile === 'today')
    .sort((a, b) => a.id - b.id);
};
