import { z } from 'zod';
import { fields, teams } from './fields.ts';

/** The sections "Match stats" and "Player stats and pair stats". */

const results = {
  self: 'string',
  matches_played: 'integer',
  matches_won: 'integer',
  win_percentage: 'number',
  sets_won: 'integer',
  sets_lost: 'integer',
  avg_sets_per_match: 'number',
  games_won: 'integer',
  games_lost: 'integer',
  avg_games_per_match: 'number',
  titles: 'integer',
  finals: 'integer',
  semifinals: 'integer',
} as const;

export const playerStats = fields({
  id: 'integer',
  ...results,
  best_round: z.int().nullable(),
  connections: 'present',
});

export const pairStats = fields({
  id: z.string().regex(/^\d+-\d+$/),
  ...results,
  best_round: 'string',
  connections: fields({ pair: 'string' }),
});

const percentage = teams(z.string().regex(/^\d{1,3}%$/));
const count = teams(z.string().regex(/^\d+$/));

const metrics = fields({
  total_points_won: percentage,
  break_points_converted: percentage,
  longest_streak: count,
  aces: count,
  double_faults: count,
  won_on_1st_serve: percentage,
  won_on_2nd_serve: percentage,
  total_won_on_serve: percentage,
  won_on_1st_return: percentage,
  won_on_2nd_return: percentage,
  total_won_on_return: percentage,
  service_games: count,
  return_games: count,
});

export const matchStats = fields({
  id: 'integer',
  self: 'string',
  match: metrics,
  set_1: metrics,
  set_2: metrics.optional(),
  set_3: metrics.optional(),
  connections: fields({ match: 'string' }),
});
