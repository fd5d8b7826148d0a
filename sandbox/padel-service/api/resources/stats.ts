import { z } from 'zod';
import { ROUNDS } from '../../../../src/domain/terms.ts';
import type { MatchStats } from '../../stats/match-stats.ts';
import type { Results } from '../../stats/results.ts';
import type { Match, Pair, Player } from '../../world/model.ts';
import { pathOf, resource, teams, type Shown } from '../resource.ts';
import { pairIdOf } from './pair.ts';

const share = teams(z.string().regex(/^(100|\d{1,2})%$/));
const count = teams(z.string().regex(/^\d+$/));

/** The metrics of a set or a whole match (specification, "Match stats"). */
const metricsSchema = resource('MatchMetrics', {
  total_points_won: share,
  break_points_converted: share,
  longest_streak: count,
  aces: count,
  double_faults: count,
  won_on_1st_serve: share,
  won_on_2nd_serve: share,
  total_won_on_serve: share,
  won_on_1st_return: share,
  won_on_2nd_return: share,
  total_won_on_return: share,
  service_games: count,
  return_games: count,
});

/** The statistics of a match; a set in which no point was played is absent. */
export const matchStatsSchema = resource('MatchStats', {
  id: z.int(),
  self: z.string(),
  match: metricsSchema,
  set_1: metricsSchema.optional(),
  set_2: metricsSchema.optional(),
  set_3: metricsSchema.optional(),
  connections: z.strictObject({ match: z.string() }),
});

/** The statistics of a match as the service shows them. */
export const matchStatsResource = (
  { id }: Match,
  { match, sets: [set_1, set_2, set_3] }: MatchStats,
): Shown<z.infer<typeof matchStatsSchema>> => ({
  id,
  self: `${pathOf('matches', id)}/stats`,
  match,
  set_1,
  set_2,
  set_3,
  connections: { match: pathOf('matches', id) },
});

const total = z.int().min(0);
const average = z.number().min(0);

const resultFields = {
  matches_played: total,
  matches_won: total,
  win_percentage: z.number().min(0).max(100),
  sets_won: total,
  sets_lost: total,
  avg_sets_per_match: average,
  games_won: total,
  games_lost: total,
  avg_games_per_match: average,
  titles: total,
  finals: total,
  semifinals: total,
};

/** The statistics of a player (specification, "Player stats and pair stats"). */
export const playerStatsSchema = resource('PlayerStats', {
  id: z.int(),
  self: z.string(),
  ...resultFields,
  /** Null without a match. */
  best_round: z.literal(ROUNDS).nullable(),
  connections: z.strictObject({ player: z.string() }),
});

/** The statistics of a player as the service shows them. */
export const playerStatsResource = (
  { id }: Player,
  results: Results,
): Shown<z.infer<typeof playerStatsSchema>> => ({
  id,
  self: `${pathOf('players', id)}/stats`,
  ...results,
  connections: { player: pathOf('players', id) },
});

/** The statistics of a pair (specification, PairStatsResource). */
export const pairStatsSchema = resource('PairStats', {
  id: z.string().regex(/^\d+-\d+$/),
  self: z.string(),
  ...resultFields,
  /** Empty without a match: the description of pairs has it as a string. */
  best_round: z.union([z.enum(ROUNDS.map(String)), z.literal('')]),
  connections: z.strictObject({ pair: z.string() }),
});

/** The statistics of a pair as the service shows them. */
export const pairStatsResource = (
  pair: Pair,
  results: Results,
): Shown<z.infer<typeof pairStatsSchema>> => {
  const id = pairIdOf(pair);
  return {
    id,
    self: `${pathOf('pairs', id)}/stats`,
    ...results,
    best_round: results.best_round === null ? '' : String(results.best_round),
    connections: { pair: pathOf('pairs', id) },
  };
};
