import type { Category } from '../terms.ts';
import type { Tournament } from '../people/people.ts';

/** One of those who won a tournament: a player, a pair or a nation. */
export interface Winner {
  /** Null when unknown. */
  readonly category: Category | null;
  readonly name: string;
}

export interface Edition {
  readonly id: number;
  readonly startDate: string | null;
  readonly winners: readonly Winner[];
}

export interface PastWinners {
  readonly year: string;
  readonly winners: readonly Winner[];
}

/** A card has room for so many years. */
const MOST = 3;

/** Who won a tournament in the years before, the latest first; years without winners are left out. */
export const pastWinners = (
  { id, startDate }: Pick<Tournament, 'id' | 'startDate'>,
  editions: readonly Edition[],
): readonly PastWinners[] =>
  editions
    .flatMap((edition) => {
      const { startDate: day, winners } = edition;
      const isPast = day !== null && edition.id !== id && (startDate === null || day < startDate);
      return isPast && winners.length > 0 ? [{ day, winners }] : [];
    })
    .sort((a, b) => b.day.localeCompare(a.day))
    .map(({ day, winners }) => ({ year: day.slice(0, 4), winners }))
    .slice(0, MOST);
