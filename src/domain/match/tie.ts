import { z } from 'zod';
import { byTeamSchema, teamSchema, type DeepReadonly } from '../schemas.ts';

/** The service's score of a tie: rubbers won, and the winner. */
export const serviceTieSchema = z.object({
  score: byTeamSchema(z.number()).exactOptional(),
  winner: teamSchema.exactOptional(),
});

export type ServiceTie = DeepReadonly<z.output<typeof serviceTieSchema>>;

/**
 * The tie that a match belongs to. Teams meet in a **tie** of up to three matches, its **rubbers**;
 * two wins decide it. All rubbers of a tie share draw, round, slot and category.
 */
export const tieSchema = serviceTieSchema.extend({
  /** The service's id; missing when it has none. */
  id: z.string().exactOptional(),
  /** Its group in the group stage; null outside it. */
  group: z.string().nullable(),
  /**
   * ISO 3166 alpha-2 codes of nations, or names of other teams; null while a team is open. `team_1` is
   * the match's `team_1`.
   */
  teams: byTeamSchema(z.string().nullable()),
  /** Number of this match in the tie, from 1. */
  rubber: z.number(),
});

export type Tie = DeepReadonly<z.output<typeof tieSchema>>;

/** The phases of a tournament; pairs tournaments only have the first two. */
export const DRAWS = ['main', 'qualy', 'group', 'placement'] as const;

export type DrawKind = (typeof DRAWS)[number];
