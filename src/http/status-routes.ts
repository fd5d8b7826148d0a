import type { FastifyInstance } from 'fastify';
import type { Clocks } from '../lib/clocks.ts';
import { addressOf, limitAddresses, AddressRateLimited } from './address-limit.ts';
import { addHealth } from './health.ts';
import type { Incidents } from './incidents.ts';
import { addMetrics, type Metrics } from './metrics.ts';
import type { Vitals } from './vitals.ts';

interface StatusOptions extends Pick<Clocks, 'monotonic'> {
  readonly vitals: () => Promise<Vitals>;
  readonly metrics: Metrics;
  readonly incidents: Incidents;
}

/**
 * For each address, window in milliseconds. Responses are cached for two seconds, so a request is
 * cheap; a flood would still keep the process busy.
 */
const LIMIT = { most: 1_000, window: 10_000 } as const;

const LIMITED = {
  name: 'limited-status',
  level: 'warn',
  line: '/health or /metrics refused: rate limit of its address',
} as const;

/** Adds `GET /health` and `GET /metrics`, rate limited by address. */
export const addStatusRoutes = (
  server: FastifyInstance,
  { vitals, metrics, monotonic, incidents }: StatusOptions,
): void => {
  server.register((scope, _options, done) => {
    limitAddresses(scope, { ...LIMIT, now: monotonic });
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof AddressRateLimited)) throw error;
      incidents.note(addressOf(request), LIMITED);
      return reply
        .code(429)
        .send({ message: 'Too many requests: wait as long as Retry-After says.' });
    });
    addHealth(scope, vitals);
    addMetrics(scope, metrics, vitals);
    done();
  });
};
