import type { FastifyInstance } from 'fastify';
import type { Clocks } from '../lib/clocks.ts';
import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/connection/database.ts';
import { addressOf, limitAddresses, AddressRateLimited } from './address-limit.ts';
import { addHealth } from './health.ts';
import type { Incidents } from './incidents.ts';
import { addMetrics, type Metrics } from './metrics.ts';
import { addPublicStatus } from './public-status/routes.ts';
import type { Vitals } from './vitals.ts';

interface StatusOptions extends Clocks {
  /** The database of the public status; null while it is off. */
  readonly publicStatus: Db | null;
  readonly vitals: () => Promise<Vitals>;
  readonly metrics: Metrics;
  readonly incidents: Incidents;
  readonly log: Logger;
}

/**
 * For each address, window in milliseconds. Responses are cached for two seconds, so a request is
 * cheap; a flood would still keep the process busy.
 */
const LIMIT = { most: 1_000, window: 10_000 } as const;

const LIMITED = {
  name: 'limited-status',
  level: 'warn',
  line: '/health, /metrics or /status refused: rate limit of its address',
} as const;

/** Adds `GET /health`, `GET /metrics` and the public status, rate limited by address. */
export const addStatusRoutes = (
  server: FastifyInstance,
  { publicStatus, vitals, metrics, now, monotonic, incidents, log }: StatusOptions,
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
    if (publicStatus !== null) addPublicStatus(scope, { db: publicStatus, now, monotonic, log });
    done();
  });
};
