import type { FastifyInstance } from 'fastify';
import { byTeam } from '#src/domain/terms.ts';
import { expectation } from '../world/elo.ts';
import type { Player } from '../world/model.ts';
import type { Api } from './api.ts';
import { forPro } from './plans.ts';
import { playerResource } from './resources.ts';
import { readSides } from './teams.ts';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const namesOf = (players: readonly Player[]): string => players.map(({ name }) => name).join(' / ');

/** `POST /matches/simulate`: chances in percent with one decimal, from the current Elo ratings. */
export const addSimulate = (server: FastifyInstance, api: Api): void => {
  server.post('/matches/simulate', (request) => {
    const known = api.known();
    const plan = api.planOf(request);
    const sides = readSides(request.body, known);
    const elo = byTeam((team) => mean(sides[team].map(known.eloOf)));
    // In tenths of a percent, so that the two sum to exactly 100.
    const tenths = Math.round(expectation(elo.team_1 - elo.team_2) * 1000);
    return {
      name: `${namesOf(sides.team_1)} vs ${namesOf(sides.team_2)}`,
      probability: {
        team_1: forPro(plan, tenths / 10),
        team_2: forPro(plan, (1000 - tenths) / 10),
      },
      players: byTeam((team) => sides[team].map((player) => playerResource(player, known, plan))),
    };
  });
};
