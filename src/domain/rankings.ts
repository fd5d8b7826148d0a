import type { Player } from './people.ts';

/** The official ranking, that of the season alone (the Race to the Finals), and that of Elo. */
export const RANKINGS = ['official', 'race', 'elo'] as const;

export type RankingKind = (typeof RANKINGS)[number];

/** A player in a ranking: `points` are those of it, in the ranking of Elo the rating. */
export interface RankingEntry extends Pick<
  Player,
  'id' | 'name' | 'shortName' | 'called' | 'nationality' | 'ranking' | 'points' | 'withheld'
> {
  /** Places gained since the week before; missing where it is unknown. */
  readonly moved?: number;
}
