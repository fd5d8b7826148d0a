import { z } from 'zod';
import { leaderOf } from '../../../../src/domain/match/score.ts';
import { byTeam, TEAMS } from '../../../../src/domain/terms.ts';
import { DAY } from '../../../../src/lib/time.ts';
import { publicElo, publicExpectation } from '../../world/people/elo.ts';
import type { Player } from '../../world/model.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { date } from '../input.ts';
import { resourceToday, teams } from '../resource.ts';
import { sides, sidesOf } from '../sides.ts';
import { eloToday, playerToday, playerTodaySchema } from './player.ts';

const simulation = resourceToday('SimulationToday', {
  name: z.string(),
  favorite: z.enum(TEAMS).nullable(),
  probability: teams(z.number().min(0).max(100)),
  elo_diff: z.int(),
  players: teams(z.array(playerTodaySchema)),
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
    summary: 'Win probabilities from the Elo ratings of now, or of a day',
    plan: 'pro',
    body: { ...sides, played_at: date().optional() },
    answer: simulation,
    answerTo: ({ body: { played_at: day, ...body } }, known) => {
      const both = sidesOf(body, known);
      const eloOf = (player: Player): number =>
        day === undefined
          ? eloToday(player, known)
          : publicElo(known.ratingAt(player, day * DAY).elo);
      const elo = byTeam((team) => mean(both[team].map(eloOf)));
      const lead = elo.team_1 - elo.team_2;
      const team_1 = percent(publicExpectation(lead));
      return {
        name: `${calledOf(both.team_1)} - ${calledOf(both.team_2)}`,
        favorite: leaderOf(elo),
        probability: { team_1, team_2: Math.round((100 - team_1) * 100) / 100 },
        elo_diff: Math.round(lead),
        players: byTeam((team) => both[team].map((player) => playerToday(player, known))),
      };
    },
  }),
];
