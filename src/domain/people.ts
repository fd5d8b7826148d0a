import type { Withheld } from './match.ts';
import type { ByTeam, Category } from './terms.ts';

export interface Player {
  readonly id: number;
  readonly name: string;
  /** As the service calls them in short; missing where it does not. */
  readonly shortName?: string | undefined;
  /** What everybody calls them (called-names.ts), where that is known. */
  readonly called?: string | undefined;
  readonly category: Category | null;
  readonly photoUrl: string | null;
  /** Place in the ranking of the category; null when unranked. */
  readonly ranking: number | null;
  readonly points: number | null;
  /** Centimetres. */
  readonly height: number | null;
  /** ISO 3166 alpha-2. */
  readonly nationality: string | null;
  readonly birthplace: string | null;
  readonly birthdate: string | null;
  readonly age: number | null;
  readonly hand: 'left' | 'right' | null;
  readonly side: 'drive' | 'backhand' | null;
  /** Rating of the service (service-ratings.ts); missing where it is unknown. */
  readonly elo?: number;
  readonly withheld: Withheld;
}

export interface Tournament {
  readonly id: number;
  readonly name: string;
  readonly location: string | null;
  readonly country: string | null;
  readonly level: string;
  readonly status: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Whether teams meet in ties (ties.ts); missing where it is unknown. */
  readonly format?: 'pairs' | 'teams';
}

/** Chances of each team to win, 0 to 1, from the current Elo of its players. */
export interface Simulation {
  readonly chances: ByTeam<number> | null;
  readonly players: ByTeam<readonly Player[]>;
  readonly withheld: Withheld;
}

/** Below this chance before the match, a win is an upset. */
export const UPSET_BELOW = 0.35;
