import { z } from 'zod';
import type { Withheld } from '../match/match.ts';
import type { DeepReadonly } from '../schemas.ts';
import type { ByTeam, Category } from '../terms.ts';

export interface Player {
  readonly id: number;
  readonly name: string;
  /** The service's short name; missing when it has none. */
  readonly shortName?: string | undefined;
  /** Display name (display-names.ts); missing when unknown. */
  readonly called?: string | undefined;
  readonly category: Category | null;
  readonly photoUrl: string | null;
  /** Position in the category's ranking; null when unranked. */
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
  /** The service's Elo (ratings.ts); missing when unknown. */
  readonly elo?: number;
  readonly withheld: Withheld;
}

/** A tournament, as it is stored. */
export const tournamentSchema = z.object({
  id: z.number(),
  name: z.string(),
  location: z.string().nullable(),
  country: z.string().nullable(),
  level: z.string(),
  status: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  /** Whether teams meet in ties (../tournament/ties.ts); missing when unknown. */
  format: z.enum(['pairs', 'teams']).exactOptional(),
  /** The venue's time zone (IANA); missing when unknown. */
  timeZone: z.string().exactOptional(),
  /** Name of the venue; missing when unknown. */
  venue: z.string().exactOptional(),
  /** Prize money; missing when unknown. */
  prize: z.object({ amount: z.number(), currency: z.string() }).exactOptional(),
});

export type Tournament = DeepReadonly<z.output<typeof tournamentSchema>>;

export interface Simulation {
  readonly chances: ByTeam<number> | null;
  readonly players: ByTeam<readonly Player[]>;
  readonly withheld: Withheld;
}

/** A win below this pre-match chance is an upset. */
export const UPSET_BELOW = 0.35;

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
  /** The Monday of this edition of the ranking; missing when unknown. */
  readonly date?: string;
}
