import { z } from 'zod';
import { resource } from '../resource.ts';

const game = resource('LiveGame', {
  game_number: z.int().min(1),
  game_score: z
    .string()
    .regex(/^\d ?- ?\d$/)
    .describe("The set's score before the game."),
  points: z
    .array(z.string().regex(/^(\d+|A):(\d+|A)$/))
    .describe('The point that wins a game is no entry.'),
});

const set = resource('LiveSet', {
  set_number: z.int().min(1).max(3),
  set_score: z.string().nullable().describe('Null while the set is in progress.'),
  games: z.array(game),
});

/** A live match, pushed in the same form (specification, MatchLiveResource). */
export const liveSchema = resource('MatchLive', {
  id: z.int(),
  self: z.string(),
  status: z
    .enum(['scheduled', 'live', 'ended', 'finished', 'retired', 'walkover', 'bye'])
    .optional()
    .describe('May be absent in lists.'),
  channel: z
    .string()
    .regex(/^matches\.\d+$/)
    .describe('The public channel on which the match is pushed.'),
  sets: z.array(set),
  connections: z.strictObject({ match: z.string() }),
});
