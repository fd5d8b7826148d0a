import { opponentOf, TEAMS } from '../../../../src/domain/terms.ts';
import { playersOf, type Match, type Player } from '../../world/model.ts';
import { list, type Endpoint } from '../endpoint.ts';
import { matchAt } from '../lookup.ts';
import { sides, sidesOf, type Sides } from '../sides.ts';
import type { ResourceView } from '../views.ts';

/** What was never to be played, or not any more. */
const NO_MEETINGS: ReadonlySet<Match['outcome']> = new Set(['bye', 'not_played', 'cancelled']);

const includesAll = (team: readonly Player[], wanted: readonly Player[]): boolean =>
  wanted.every((player) => team.includes(player));

/** Matches that are over and in which both sides stood against each other, the latest first. */
export const meetings = (
  matches: readonly Match[],
  wanted: Sides,
  before: number,
): readonly Match[] =>
  matches
    .filter(({ outcome, closed }) => !NO_MEETINGS.has(outcome) && closed <= before)
    .filter((match) =>
      TEAMS.some(
        (team) =>
          includesAll(playersOf(match, team), wanted.team_1) &&
          includesAll(playersOf(match, opponentOf(team)), wanted.team_2),
      ),
    )
    .sort((a, b) => b.closed - a.closed);

export const head2headEndpoints = ({ schema, show }: ResourceView<Match>): readonly Endpoint[] => [
  list({
    method: 'GET',
    path: '/matches/{match}/head2head',
    summary: 'Earlier matches between the same teams, the latest first',
    of: schema,
    entries: ({ path }, known) => {
      const match = matchAt(known, path.match);
      if (match.outcome === 'bye') return [];
      const both = { team_1: playersOf(match, 'team_1'), team_2: playersOf(match, 'team_2') };
      return meetings(known.matches, both, Math.min(known.now, match.closed - 1));
    },
    show,
  }),

  list({
    method: 'POST',
    path: '/matches/head2head',
    summary: 'Matches between two teams or two players, the latest first',
    body: sides,
    of: schema,
    entries: ({ body }, known) => meetings(known.matches, sidesOf(body, known), known.now),
    show,
  }),
];
