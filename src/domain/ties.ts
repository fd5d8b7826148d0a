import type { ByTeam, Team } from './terms.ts';

/**
 * Which meeting of two teams a match belongs to. Teams meet in a **tie** of up to three matches, its
 * **rubbers**; two wins decide it. All rubbers of a tie share draw, round, slot and category.
 */
export interface Tie {
  /** The service's id of it; missing where it gives none. */
  readonly id?: number;
  /** The group of the group stage; null outside it. */
  readonly group: string | null;
  /** ISO 3166 alpha-2 codes of nations, or names of other teams. `team_1` is the match's `team_1`. */
  readonly teams: ByTeam<string>;
  /** Which of its matches this is, from 1 on. */
  readonly rubber: number;
  /** Rubbers won, and who won the tie, where the service says so. */
  readonly score?: ByTeam<number>;
  readonly winner?: Team;
}

/** The phases of a tournament; pairs tournaments have the first two. */
export const DRAWS = ['main', 'qualy', 'group', 'placement'] as const;

export type Draw = (typeof DRAWS)[number];
