import { MINUTE } from '../../../../src/lib/time.ts';
import { feedEndOf, liveBody, stateAt } from '../../live/feed.ts';
import { isCovered, type Match } from '../../world/model.ts';
import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { matchAt } from '../lookup.ts';
import { liveSchema } from '../resources/live.ts';

/** How long a match stays in the list after its last update (specification, "Limits"). */
const WINDOW = 10 * MINUTE;

/** Whether a match was active within the last ten minutes. */
export const isActive = (match: Match, now: number): boolean => {
  const { started, tournament } = match;
  const isOn = started !== null && started <= now && now < feedEndOf(match) + WINDOW;
  return isOn && isCovered(tournament.level);
};

/** Every fourth row of the list comes without its status, as has been seen (padel-facts). */
export const listRow = <T extends { readonly id: number; readonly status?: unknown }>(
  body: T,
): T | Omit<T, 'status'> => {
  const { status: _, ...rest } = body;
  return body.id % 4 === 0 ? rest : body;
};

export const liveEndpoints: readonly Endpoint[] = [
  list({
    method: 'GET',
    path: '/live',
    summary: 'Matches that were active within the last ten minutes',
    plan: 'pro',
    of: liveSchema,
    entries: (_input, { matches, now }) => matches.filter((match) => isActive(match, now)),
    show: (match, known) => listRow(liveBody(stateAt(match, known.now))),
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
      return { ...liveBody(stateAt(match, known.now)) };
    },
  }),
];
