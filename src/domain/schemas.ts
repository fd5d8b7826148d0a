import { z } from 'zod';
import type { SetScore } from './match/score.ts';
import { TEAMS, type ByTeam } from './terms.ts';

/** What a schema reads, which nobody changes. */
export type DeepReadonly<T> = T extends object
  ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
  : T;

export const teamSchema = z.enum(TEAMS);

export const byTeamSchema = <T>(value: z.ZodType<T>): z.ZodType<ByTeam<T>> =>
  z.object({ team_1: value, team_2: value });

export const setScoreSchema: z.ZodType<SetScore> = z.object({
  team_1: z.number(),
  team_2: z.number(),
  tieBreak: z.number().nullable(),
});
