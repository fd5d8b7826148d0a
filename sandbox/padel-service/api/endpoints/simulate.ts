import { z } from 'zod';
import { byTeam } from '../../../../src/domain/terms.ts';
import { tenthsOf } from '../../world/people/elo.ts';
import type { Player } from '../../world/model.ts';
import { endpoint } from '../endpoint.ts';
import { resource, teams } from '../resource.ts';
import { playerResource, playerSchema } from '../resources/player.ts';
import { sides, sidesOf } from '../sides.ts';

const percent = z.number().min(0).max(100).describe('Percent; the two sum to 100.');

const simulationSchema = resource('Simulation', {
  name: z.string(),
  probability: resource('Probability', { team_1: percent, team_2: percent }),
  players: teams(z.array(playerSchema)),
});

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const namesOf = (players: readonly Player[]): string => players.map(({ name }) => name).join(' / ');

export const simulateEndpoints = [
  endpoint({
    method: 'POST',
    path: '/matches/simulate',
    summary: 'Win probabilities from the current Elo ratings',
    body: sides,
    answer: simulationSchema,
    answerTo: ({ body }, known) => {
      const both = sidesOf(body, known);
      const elo = byTeam((team) => mean(both[team].map(known.eloOf)));
      // In tenths of a percent, so that the two sum to exactly 100.
      const tenths = tenthsOf(elo.team_1 - elo.team_2);
      return {
        name: `${namesOf(both.team_1)} vs ${namesOf(both.team_2)}`,
        probability: { team_1: tenths / 10, team_2: (1000 - tenths) / 10 },
        players: byTeam((team) => both[team].map((player) => playerResource(player, known))),
      };
    },
  }),
];
