import { z } from 'zod';
import { leaderOf } from '../../../../src/domain/match/score.ts';
import { byTeam, TEAMS } from '../../../../src/domain/terms.ts';
import { publicExpectation } from '../../world/people/elo.ts';
import type { Player } from '../../world/model.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { resourceToday, teams } from '../resource.ts';
import { sides, sidesOf } from '../sides.ts';
import { eloToday, playerToday, playerTodaySchema } from './player.ts';

const simulation = resourceToday('SimulationToday', {
  data: resourceToday('SimulationDataToday', {
    name: z.string(),
    probability: teams(z.number().min(0).max(100)),
    favorite: z.enum(TEAMS).nullable(),
    elo_diff: z.int(),
    players: teams(z.array(playerTodaySchema)),
  }),
});

const calledOf = (players: readonly Player[]): string =>
  players.map(({ called }) => called).join('/');

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Percent with two decimals. */
const percent = (share: number): number => Math.round(share * 10_000) / 100;

/** Simulations, from the ratings that the players show (service-today, "Ratings"). */
export const simulateTodayEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/matches/simulate',
    summary: 'Win probabilities from the current Elo ratings',
    plan: 'pro',
    body: sides,
    answer: simulation,
    answerTo: ({ body }, known) => {
      const both = sidesOf(body, known);
      const elo = byTeam((team) => mean(both[team].map((player) => eloToday(player, known))));
      const lead = elo.team_1 - elo.team_2;
      const team_1 = percent(publicExpectation(lead));
      return {
        data: {
          name: `${calledOf(both.team_1)} - ${calledOf(both.team_2)}`,
          probability: { team_1, team_2: Math.round((100 - team_1) * 100) / 100 },
          favorite: leaderOf(elo),
          elo_diff: Math.round(lead),
          players: byTeam((team) => both[team].map((player) => playerToday(player, known))),
        },
      };
    },
  }),
];
