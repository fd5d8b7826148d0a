import { z } from 'zod';
import { TEAMS } from '../../../../src/domain/terms.ts';
import { resourceToday } from '../resource.ts';
import { MATCH_STATUSES } from './match.ts';

const game = resourceToday('LiveGameToday', {
  game_number: z.int().min(1),
  game_score: z.string().regex(/^\d ?- ?\d$/),
  serving: z.enum(TEAMS).nullable(),
  points: z.array(z.string().regex(/^(\d+|A):(\d+|A)$/)),
});

const set = resourceToday('LiveSetToday', {
  set_number: z.int().min(1).max(3),
  set_score: z.string().nullable(),
  games: z.array(game),
});

/** A live match as the public service has it today, pushed in the same form. */
export const liveTodaySchema = resourceToday('MatchLiveToday', {
  id: z.int(),
  self: z.string(),
  status: z.enum(MATCH_STATUSES).optional(),
  coverage: z.enum(['tracking', 'full', 'partial']).nullable(),
  channel: z.string().regex(/^matches\.\d+$/),
  sets: z.array(set),
  connections: z.strictObject({ match: z.string() }),
});
