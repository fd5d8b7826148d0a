import { liveBody, stateAt, type LiveBody } from '../live/feed.ts';
import { MINUTE } from '../world/days.ts';
import { isCovered, type Match } from '../world/model.ts';
import { endpoint, list } from './endpoint.ts';
import { notFound } from './errors.ts';
import { matchAt } from './lookup.ts';
import { liveSchema } from './resources/live.ts';

/** A match stays in the list for so long after its last update (specification, "Limits"). */
const WINDOW = 10 * MINUTE;

const isActive = ({ started, closed, tournament }: Match, now: number): boolean =>
  started !== null && started <= now && now < closed + WINDOW && isCovered(tournament.level);

/** Every fourth row of the list comes without its status, as has been seen (padel-facts). */
const listRow = ({ status, ...rest }: LiveBody) => (rest.id % 4 === 0 ? rest : { ...rest, status });

export const liveEndpoints = [
  list({
    method: 'GET',
    path: '/live',
    summary: 'Matches that were active within the last ten minutes',
    plan: 'pro',
    of: liveSchema,
    entries: (_input, { matches, now }) => matches.filter((match) => isActive(match, now)),
    show: (match, { now }) => listRow(liveBody(stateAt(match, now))),
  }),

  endpoint({
    method: 'GET',
    path: '/matches/{match}/live',
    summary: 'A match point by point, as it is pushed',
    plan: 'pro',
    answer: liveSchema,
    answerTo: ({ path }, known) => {
      const match = matchAt(known, path.match);
      // Only covered matches have points (specification, "Data coverage").
      if (!isCovered(match.tournament.level)) throw notFound();
      return liveBody(stateAt(match, known.now));
    },
  }),
];
