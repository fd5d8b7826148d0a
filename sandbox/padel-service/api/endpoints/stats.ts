import { appearancesIn } from '../../stats/appearances.ts';
import { matchStatsAt } from '../../stats/match-stats.ts';
import { resultsOf } from '../../stats/results.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { matchAt, playerAt } from '../lookup.ts';
import { matchFilters, selectMatches } from './match-list.ts';
import { pairAt } from '../pair-lookup.ts';
import type { Plan } from '../plans.ts';
import {
  matchStatsResource,
  matchStatsSchema,
  pairStatsResource,
  pairStatsSchema,
  playerStatsResource,
  playerStatsSchema,
} from '../resources/stats.ts';

const { after_date, before_date, round } = matchFilters;
const query = { after_date, before_date, round };

/** The statistics at three levels. @param plan that those of a player need */
export const statsEndpoints = (plan?: Exclude<Plan, 'free'>): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/matches/{match}/stats',
    summary: 'What was counted in a match and its sets; while it is live, up to now',
    plan: 'pro',
    answer: matchStatsSchema,
    answerTo: ({ path }, known) => {
      const match = matchAt(known, path.match);
      const stats = matchStatsAt(match, known.now);
      if (stats === null) throw notFound();
      return matchStatsResource(match, stats);
    },
  }),

  endpoint({
    method: 'GET',
    path: '/players/{player}/stats',
    summary: 'Results of a player in a period or a round',
    ...(plan === undefined ? {} : { plan }),
    query,
    answer: playerStatsSchema,
    answerTo: (input, known) => {
      const player = playerAt(known, input.path.player);
      const matches = selectMatches(known.matchesOf(player), input.query, known.now);
      return playerStatsResource(player, resultsOf(appearancesIn(matches, [player], known.now)));
    },
  }),

  endpoint({
    method: 'GET',
    path: '/pairs/{player1}-{player2}/stats',
    summary: 'Results of a pair in a period or a round',
    plan: 'pro',
    query,
    answer: pairStatsSchema,
    answerTo: (input, known) => {
      const { pair, matches } = pairAt(known, input.path);
      const selected = selectMatches(matches, input.query, known.now);
      return pairStatsResource(pair, resultsOf(appearancesIn(selected, pair, known.now)));
    },
  }),
];
