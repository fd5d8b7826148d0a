import type { FastifyInstance } from 'fastify';
import type { Clocks } from '../lib/clocks.ts';
import { addressOf, limitAddresses, AddressRateLimited } from './address-limit.ts';
import { judgeHealth } from './health.ts';
import type { Incidents } from './incidents.ts';
import type { Metrics } from './metrics.ts';
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

/**
 * Adds `GET /health` (200 when healthy, 503 with the reasons when not) and `GET /metrics` for Prometheus, rate
 * limited by address.
 */
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
    scope.get('/health', async (_request, reply) => {
      const health = judgeHealth(await vitals());
      return reply
        .code(health.ready ? 200 : 503)
        .headers({ 'cache-control': 'no-store' })
        .send(health);
    });
    scope.get('/metrics', async (_request, reply) =>
      reply
        .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
        .send(await metrics.text(await vitals())),
    );
    done();
  });
};
