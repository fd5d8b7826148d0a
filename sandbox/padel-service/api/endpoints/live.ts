import { MINUTE } from '../../../../src/lib/time.ts';
import { stateAt, type FeedUpdate } from '../../live/feed.ts';
import { isCovered, type Match } from '../../world/model.ts';
import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { matchAt } from '../lookup.ts';
import type { ResourceView } from '../views.ts';

/** How long a match stays in the list after its last update (specification, "Limits"). */
const WINDOW = 10 * MINUTE;

const isActive = ({ started, closed, tournament }: Match, now: number): boolean =>
  started !== null && started <= now && now < closed + WINDOW && isCovered(tournament.level);

/** Every fourth row of the list comes without its status, as has been seen (padel-facts). */
const listRow = (id: number, body: Readonly<Record<string, unknown>>) => {
  const { status: _, ...rest } = body;
  return id % 4 === 0 ? rest : body;
};

export const liveEndpoints = ({ schema, show }: ResourceView<FeedUpdate>): readonly Endpoint[] => [
  list({
    method: 'GET',
    path: '/live',
    summary: 'Matches that were active within the last ten minutes',
    plan: 'pro',
    of: schema,
    entries: (_input, { matches, now }) => matches.filter((match) => isActive(match, now)),
    show: (match, known) => listRow(match.id, show(stateAt(match, known.now), known)),
  }),

  endpoint({
    method: 'GET',
    path: '/matches/{match}/live',
    summary: 'A match point by point, as it is pushed',
    plan: 'pro',
    answer: schema,
    answerTo: ({ path }, known) => {
      const match = matchAt(known, path.match);
      // Only covered matches have points (specification, "Data coverage").
      if (!isCovered(match.tournament.level)) throw notFound();
      return show(stateAt(match, known.now), known);
    },
  }),
];
