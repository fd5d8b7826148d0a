import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { integer } from '../input.ts';
import { matchFilters, selectMatches } from './match-list.ts';
import { pairAt, type Partnership } from '../pair-lookup.ts';
import type { Match } from '../../world/model.ts';
import type { ResourceView } from '../views.ts';

const { after_date, before_date, round, sort_by, order_by } = matchFilters;

const matchesQuery = {
  tournament_id: integer().optional(),
  after_date,
  before_date,
  round,
  sort_by,
  order_by,
};

export const pairEndpoints = (
  pair: ResourceView<Partnership>,
  match: ResourceView<Match>,
): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/pairs/{player1}-{player2}',
    summary: 'Two players who play together',
    answer: pair.schema,
    answerTo: ({ path }, known) => pair.show(pairAt(known, path), known),
  }),

  list({
    method: 'GET',
    path: '/pairs/{player1}-{player2}/matches',
    summary: 'The matches of a pair',
    query: matchesQuery,
    of: match.schema,
    entries: ({ path, query }, known) => {
      const { matches } = pairAt(known, path);
      const { tournament_id: asked } = query;
      if (asked === undefined) return selectMatches(matches, query, known.now);
      // A tournament whose record was merged is found by its former id too.
      const id = known.tournament(asked)?.id;
      const inTournament = matches.filter(({ tournament }) => tournament.id === id);
      return selectMatches(inTournament, query, known.now);
    },
    show: match.show,
  }),
];
