import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WorldClock } from '../clock.ts';
import type { PadelWorld } from '../world/world.ts';
import { createApi } from './api.ts';
import { ApiError, errorBody, invalid, notFound, serverError, tooManyAttempts } from './errors.ts';
import { addHead2Head } from './head2head.ts';
import { addLive } from './live.ts';
import { addMatches } from './matches.ts';
import { addPlayers } from './players.ts';
import { tokenOf } from './plans.ts';
import { createRateLimit } from './rate-limit.ts';
import { addSimulate } from './simulate.ts';
import { addTournaments } from './tournaments.ts';

/** What the API depends on. */
export interface ApiOptions {
  readonly world: PadelWorld;
  readonly clock: WorldClock;
  /** The real clock, milliseconds: the minutes of the rate limit are its. */
  readonly now: () => number;
  /** Requests a minute and token. */
  readonly rateLimit: number;
  /** Lets the API misbehave as it was told to; runs before anything else. */
  readonly misbehave: (request: FastifyRequest) => Promise<ApiError | null>;
}

/** Every resource of the API; a further one is a file like these and a line here. */
const RESOURCES = [
  addPlayers,
  addMatches,
  addLive,
  addHead2Head,
  addSimulate,
  addTournaments,
] as const;

const asApiError = (error: unknown, onBug: (error: unknown) => void): ApiError => {
  if (error instanceof ApiError) return error;
  // Fastify's own refusals of a request: malformed JSON, another content type, too long.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return invalid({ body: ['The request body must be valid JSON.'] });
  onBug(error);
  return serverError();
};

/** Adds the whole API under `/api` to a server. */
export const addApi = (server: FastifyInstance, options: ApiOptions): void => {
  const { world, clock, now, rateLimit, misbehave } = options;
  const api = createApi(world, clock);
  const take = createRateLimit(rateLimit, now);

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const allowance = take(tokenOf(request.headers.authorization) ?? '');
    // Clients measure elapsed time on the service's clock, so it is the world's.
    reply.header('date', new Date(clock.now()).toUTCString());
    reply.header('x-ratelimit-limit', allowance.limit);
    reply.header('x-ratelimit-remaining', allowance.remaining);
    const fault = await misbehave(request);
    if (fault?.status === 429) reply.header('x-ratelimit-remaining', 0);
    if (fault) throw fault;
    api.planOf(request);
    if (allowance.isExceeded) throw tooManyAttempts();
  };

  server.register(
    (scope, _options, done) => {
      scope.addHook('onRequest', admit);
      scope.setErrorHandler((error: FastifyError, request, reply) => {
        const answer = asApiError(error, (bug) => {
          request.log.error(bug);
        });
        return reply.code(answer.status).send(errorBody(answer, clock.now()));
      });
      scope.setNotFoundHandler(() => {
        throw notFound();
      });
      for (const add of RESOURCES) add(scope, api);
      done();
    },
    { prefix: '/api' },
  );
};
