import { endpoint, list } from './endpoint.ts';
import { integer } from './input.ts';
import { matchFilters, selectMatches } from './match-list.ts';
import { pairAt } from './pair-lookup.ts';
import { matchResource, matchSchema } from './resources/match.ts';
import { pairResource, pairSchema } from './resources/pair.ts';

const { after_date, before_date, round, sort_by, order_by } = matchFilters;

const matchesQuery = {
  tournament_id: integer().optional(),
  after_date,
  before_date,
  round,
  sort_by,
  order_by,
};

export const pairEndpoints = [
  endpoint({
    method: 'GET',
    path: '/pairs/{player1}-{player2}',
    summary: 'Two players who play together',
    answer: pairSchema,
    answerTo: ({ path }, known) => {
      const { pair, matches } = pairAt(known, path);
      return pairResource(pair, matches, known);
    },
  }),

  list({
    method: 'GET',
    path: '/pairs/{player1}-{player2}/matches',
    summary: 'The matches of a pair',
    query: matchesQuery,
    of: matchSchema,
    entries: ({ path, query }, known) => {
      const { matches } = pairAt(known, path);
      const { tournament_id: asked } = query;
      if (asked === undefined) return selectMatches(matches, query, known.now);
      // A tournament whose record was merged is found by its former id too.
      const id = known.tournament(asked)?.id;
      const inTournament = matches.filter(({ tournament }) => tournament.id === id);
      return selectMatches(inTournament, query, known.now);
    },
    show: (match, { now, calledNames }) => matchResource(match, now, calledNames),
  }),
];
