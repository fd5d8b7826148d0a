import { z } from 'zod';
import { resource } from '../resource.ts';

const game = resource('LiveGame', {
  game_number: z.int().min(1),
  /** The set's score before the game. */
  game_score: z.string().regex(/^\d ?- ?\d$/),
  points: z.array(z.string().regex(/^(\d+|A):(\d+|A)$/)),
});

const set = resource('LiveSet', {
  set_number: z.int().min(1).max(3),
  /** Null while the set is in progress. */
  set_score: z.string().nullable(),
  games: z.array(game),
});

/** A live match, pushed in the same form (specification, MatchLiveResource). */
export const liveSchema = resource('MatchLive', {
  id: z.int(),
  self: z.string(),
  /** May be absent in lists. */
  status: z
    .enum(['scheduled', 'live', 'ended', 'finished', 'retired', 'walkover', 'bye'])
    .optional(),
  channel: z.string().regex(/^matches\.\d+$/),
  sets: z.array(set),
  connections: z.strictObject({ match: z.string() }),
});
