import type { Player } from './people.ts';

/** The official ranking, the season's (the Race to the Finals), and Elo. */
export const RANKINGS = ['official', 'race', 'elo'] as const;

export type RankingKind = (typeof RANKINGS)[number];

/** A player in a ranking: `points` belong to that ranking; for Elo they are the rating. */
export interface RankingEntry extends Pick<
  Player,
  'id' | 'name' | 'shortName' | 'called' | 'nationality' | 'ranking' | 'points' | 'withheld'
> {
  /** Places gained since the previous week; missing when unknown. */
  readonly moved?: number;
}
