import { z } from 'zod';
import { TEAMS } from '../../../../src/domain/terms.ts';
import { stateAt } from '../../live/feed.ts';
import { liveBodyToday } from '../../live/today.ts';
import { isCovered } from '../../world/model.ts';
import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { isActive, listRow } from '../endpoints/live.ts';
import { notFound } from '../errors.ts';
import { choice } from '../input.ts';
import { matchAt } from '../lookup.ts';
import { resourceToday } from '../resource.ts';
import { DRAW_OF_FREE } from './match-list.ts';
import { drawOf, DRAWS, MATCH_STATUSES } from './match.ts';

const game = resourceToday('LiveGameToday', {
  game_number: z.int().min(1),
  game_score: z.string().regex(/^\d ?- ?\d$/),
  serving: z.enum(TEAMS).nullable().optional(),
  points: z.array(z.string().regex(/^(\d+|A):(\d+|A)$/)),
});

const set = resourceToday('LiveSetToday', {
  set_number: z.int().min(1).max(3),
  set_score: z.string().nullable(),
  games: z.array(game),
});

/** A live match as the public service has it today, pushed in the same form. */
export const liveTodaySchema = resourceToday('MatchLiveToday', {
  id: z.int(),
  self: z.string(),
  status: z.enum(MATCH_STATUSES).optional(),
  coverage: z.enum(['tracking', 'full', 'partial']).nullable(),
  channel: z.string().regex(/^live-[\da-f]{12}$/),
  sets: z.array(set),
  connections: z.strictObject({ match: z.string() }),
});

export const liveTodayEndpoints: readonly Endpoint[] = [
  list({
    method: 'GET',
    path: '/live',
    summary: 'Matches of a draw that were active within the last ten minutes',
    plan: 'pro',
    freeOnly: DRAW_OF_FREE,
    query: { draw: choice([...DRAWS, 'all']).default('main') },
    of: liveTodaySchema,
    entries: ({ query: { draw } }, { matches, now }) =>
      matches.filter((match) => isActive(match, now) && (draw === 'all' || drawOf(match) === draw)),
    show: (match, known) => listRow(liveBodyToday(stateAt(match, known.now))),
  }),

  endpoint({
    method: 'GET',
    path: '/matches/{match}/live',
    summary: 'A match point by point, as it is pushed',
    plan: 'pro',
    answer: liveTodaySchema,
    answerTo: ({ path }, known) => {
      const match = matchAt(known, path.match);
      // Only covered matches have points, and some have no channel before they begin.
      const state = stateAt(match, known.now);
      const isNameless = state.status === 'scheduled' && match.id % 2 === 1;
      if (!isCovered(match.tournament.level) || isNameless) throw notFound();
      return { ...liveBodyToday(state) };
    },
  }),
];
