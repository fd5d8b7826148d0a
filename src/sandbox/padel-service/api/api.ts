import type { FastifyRequest } from 'fastify';
import type { WorldClock } from '../clock.ts';
import type { Knowledge, PadelWorld } from '../world/world.ts';
import { unauthenticated, subscriptionRequired } from './errors.ts';
import { planOf, tokenOf, type Plan } from './plans.ts';

/** What every route of the API works with. */
export interface Api {
  /** Everything that may be told now. */
  known: () => Knowledge;
  /** The plan of whoever asks. @throws ApiError 401 */
  planOf: (request: FastifyRequest) => Plan;
  /** @throws ApiError 402 unless the plan includes everything */
  requirePro: (request: FastifyRequest) => void;
}

/** Creates what the routes work with. */
export const createApi = (world: PadelWorld, clock: WorldClock): Api => {
  const plan = (request: FastifyRequest): Plan => {
    const found = planOf(tokenOf(request.headers.authorization));
    if (found === null) throw unauthenticated();
    return found;
  };
  return {
    known: () => world.at(clock.now()),
    planOf: plan,
    requirePro(request) {
      if (plan(request) !== 'pro') throw subscriptionRequired();
    },
  };
};
