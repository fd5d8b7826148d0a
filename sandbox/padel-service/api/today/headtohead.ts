import { TEAMS } from '../../../../src/domain/terms.ts';
import { LEVELS_TODAY, playersOf, type Match } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';
import { list, type Endpoint } from '../endpoint.ts';
import { meetings } from '../endpoints/head2head.ts';
import { selectMatches } from '../endpoints/match-list.ts';
import { choice, period } from '../input.ts';
import { matchAt } from '../lookup.ts';
import { sides, sidesOf, type Sides } from '../sides.ts';
import type { ResourceView } from '../views.ts';
import { dayShown } from './match-times.ts';
import { drawOf, DRAWS } from './match.ts';

const filters = {
  ...period,
  draw: choice(DRAWS).optional(),
  level: choice(LEVELS_TODAY).optional(),
};

const PLAYED: ReadonlySet<Match['outcome']> = new Set(['played', 'retired']);

/** Head-to-heads as the public service has them: what was played, to a result or a retirement. */
export const headToHeadEndpoints = ({ schema, show }: ResourceView<Match>): readonly Endpoint[] => {
  const between = (
    wanted: Sides,
    before: number,
    {
      draw,
      level,
      ...days
    }: Parameters<typeof selectMatches>[1] & {
      readonly draw?: (typeof DRAWS)[number] | undefined;
      readonly level?: (typeof LEVELS_TODAY)[number] | undefined;
    },
    known: Knowledge,
  ): readonly Match[] => {
    const played = meetings(known.matches, wanted, before).filter(
      (match) =>
        PLAYED.has(match.outcome) &&
        (draw === undefined || drawOf(match) === draw) &&
        (level === undefined || match.tournament.level === level),
    );
    const selected = new Set(
      selectMatches(played, days, known.now, (match) => dayShown(match, known.now)),
    );
    return played.filter((match) => selected.has(match));
  };

  return [
    list({
      method: 'GET',
      path: '/matches/{match}/headtohead',
      summary: 'Earlier matches between the same teams, the latest first',
      plan: 'pro',
      query: filters,
      of: schema,
      entries: ({ path, query }, known) => {
        const match = matchAt(known, path.match);
        const both = { team_1: playersOf(match, 'team_1'), team_2: playersOf(match, 'team_2') };
        if (TEAMS.some((team) => both[team].length === 0)) return [];
        return between(both, Math.min(known.now, match.closed - 1), query, known);
      },
      show,
    }),

    list({
      method: 'POST',
      path: '/matches/headtohead',
      summary: 'Matches between two teams or two players, the latest first',
      plan: 'pro',
      query: filters,
      body: sides,
      of: schema,
      entries: ({ body, query }, known) => between(sidesOf(body, known), known.now, query, known),
      show,
    }),
  ];
};
