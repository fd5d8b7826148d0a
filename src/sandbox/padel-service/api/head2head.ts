import { opponentOf, TEAMS } from '#src/domain/terms.ts';
import { playersOf, type Match, type Player } from '../world/model.ts';
import { list } from './endpoint.ts';
import { matchAt } from './lookup.ts';
import { matchResource, matchSchema } from './resources/match.ts';
import { sides, sidesOf, type Sides } from './sides.ts';

const includesAll = (team: readonly Player[], wanted: readonly Player[]): boolean =>
  wanted.every((player) => team.includes(player));

/** Matches that are over and in which both sides stood against each other, the latest first. */
const meetings = (matches: readonly Match[], wanted: Sides, before: number): readonly Match[] =>
  matches
    .filter((match) => match.outcome !== 'bye' && match.closed <= before)
    .filter((match) =>
      TEAMS.some(
        (team) =>
          includesAll(playersOf(match, team), wanted.team_1) &&
          includesAll(playersOf(match, opponentOf(team)), wanted.team_2),
      ),
    )
    .sort((a, b) => b.closed - a.closed);

export const head2headEndpoints = [
  list({
    method: 'GET',
    path: '/matches/{match}/head2head',
    summary: 'Earlier matches between the same teams, the latest first',
    of: matchSchema,
    entries: ({ path }, known) => {
      const match = matchAt(known, path.match);
      if (match.outcome === 'bye') return [];
      const both = { team_1: playersOf(match, 'team_1'), team_2: playersOf(match, 'team_2') };
      return meetings(known.matches, both, Math.min(known.now, match.closed - 1));
    },
    show: (match, { now, calledNames }) => matchResource(match, now, calledNames),
  }),

  list({
    method: 'POST',
    path: '/matches/head2head',
    summary: 'Matches between two teams or two players, the latest first',
    body: sides,
    of: matchSchema,
    entries: ({ body }, known) => meetings(known.matches, sidesOf(body, known), known.now),
    show: (match, { now, calledNames }) => matchResource(match, now, calledNames),
  }),
];
