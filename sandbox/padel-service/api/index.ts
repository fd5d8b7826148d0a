import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WorldClock } from '../clock.ts';
import type { Profile } from '../world/profile.ts';
import type { ProfiledWorld } from '../world/profiled-world.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints/index.ts';
import { ENDPOINTS_TODAY } from './today/endpoints.ts';
import type { Quotas } from './today/quotas.ts';
import { errorBody } from './error-bodies.ts';
import { ApiError, invalid, notFound, serverError, tooManyAttempts } from './errors.ts';
import { planOf, tokenOf } from './plans.ts';
import { PROXY_REFUSAL } from '../faults.ts';
import { createRateLimit } from './rate-limit.ts';
import { createOpenApi } from './openapi.ts';
import { addressesOf, planOfRequest, serve } from './serve.ts';

/** What the API depends on. */
export interface ApiOptions {
  readonly world: ProfiledWorld;
  readonly clock: WorldClock;
  /** The real clock, milliseconds: the minutes of the rate limit are its. */
  readonly now: () => number;
  /** Requests a minute and token in the specification's profile. */
  readonly rateLimit: number;
  /** Counts requests in the profile `today`. */
  readonly quotas: Quotas;
  /** Applies the faults that were switched on; runs before anything else. */
  readonly misbehave: (request: FastifyRequest) => Promise<ApiError | null>;
  /** Whether the proxy in front refuses a client by its User-Agent. */
  readonly refuses: (userAgent: string | undefined) => boolean;
  /** Makes of an answer what is sent. */
  readonly tell: (answer: unknown) => unknown;
  /** Endpoints of a profile that need more than the world. */
  readonly furtherEndpoints: Readonly<Record<Profile, readonly Endpoint[]>>;
}

const asApiError = (error: unknown, onBug: (error: unknown) => void): ApiError => {
  if (error instanceof ApiError) return error;
  // Fastify's own refusals of a request: malformed JSON, another content type, too long.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return invalid({ body: ['The request body must be valid JSON.'] });
  onBug(error);
  return serverError();
};

/** Lets a body be empty although its type is named, as clients send it with DELETE. */
const acceptEmptyJson = (scope: FastifyInstance): void => {
  const parse = scope.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'string' } as const;
  scope.addContentTypeParser('application/json', options, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') done(null, undefined);
    else void parse(request, text, done);
  });
};

/** Adds the whole API under `/api` to a server, and its description at `/openapi.json`. */
export const addApi = (server: FastifyInstance, options: ApiOptions): void => {
  const { world, clock, now, rateLimit, quotas, misbehave, refuses, tell, furtherEndpoints } =
    options;
  const endpoints = {
    specification: [...ENDPOINTS, ...furtherEndpoints.specification],
    today: [...ENDPOINTS_TODAY, ...furtherEndpoints.today],
  };
  const take = createRateLimit(rateLimit, now);

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (refuses(request.headers['user-agent'])) {
      await reply.code(403).type('text/html').send(PROXY_REFUSAL);
      return;
    }
    const token = tokenOf(request.headers.authorization);
    const allowance =
      world.profile === 'today' ? quotas.take(token ?? '', planOf(token)) : take(token ?? '');
    // Clients measure elapsed time on the service's clock, so it is the world's.
    reply.header('date', new Date(clock.now()).toUTCString());
    reply.header('x-ratelimit-limit', allowance.limit);
    reply.header('x-ratelimit-remaining', allowance.remaining);
    const fault = await misbehave(request);
    if (fault?.status === 429) reply.header('x-ratelimit-remaining', 0);
    if (fault) throw fault;
    planOfRequest(request);
    if (allowance.isExceeded) throw tooManyAttempts();
  };

  const description = createOpenApi(endpoints.specification);
  server.get('/openapi.json', () => description);

  server.register(
    (scope, _options, done) => {
      acceptEmptyJson(scope);
      scope.addHook('onRequest', admit);
      scope.addHook('preSerialization', (_request, _reply, answer, sent) => {
        sent(null, tell(answer));
      });
      scope.setErrorHandler((error: FastifyError, request, reply) => {
        const report = (bug: unknown): void => {
          request.log.error(bug);
        };
        // An unknown path is unknown, whatever is wrong with the body as well.
        const isUnread = request.is404 && !(error instanceof ApiError);
        const answer = isUnread ? notFound() : asApiError(error, report);
        return reply.code(answer.status).send(errorBody(answer, clock.now()));
      });
      scope.setNotFoundHandler(() => {
        throw notFound();
      });
      for (const served of addressesOf(endpoints)) {
        serve(scope, served, () => world.at(clock.now()));
      }
      done();
    },
    { prefix: '/api' },
  );
};
