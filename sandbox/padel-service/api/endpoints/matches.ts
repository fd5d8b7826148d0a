import { endpoint, list } from '../endpoint.ts';
import { matchAt } from '../lookup.ts';
import { matchFilters, selectMatches } from './match-list.ts';
import { matchResource, matchSchema } from '../resources/match.ts';

const { round, category, court, after_date, before_date, sort_by, order_by } = matchFilters;

export const matchEndpoints = [
  list({
    method: 'GET',
    path: '/matches',
    summary: 'All matches',
    query: { after_date, before_date, round, category, court, sort_by, order_by },
    of: matchSchema,
    entries: ({ query }, { matches, now }) => selectMatches(matches, query, now),
    show: (match, { now, calledNames }) => matchResource(match, now, calledNames),
  }),

  endpoint({
    method: 'GET',
    path: '/matches/{match}',
    summary: 'One match',
    answer: matchSchema,
    answerTo: ({ path }, known) =>
      matchResource(matchAt(known, path.match), known.now, known.calledNames),
  }),
];
