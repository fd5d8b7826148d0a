import type { FastifyInstance } from 'fastify';
import { DAY } from '../../../src/lib/time.ts';
import type { Discord } from '../discord.ts';

/** `/gateway`, `/gateway/bot`: where the gateway is, and the session start limit. */
export const gatewayRoutes = (
  app: FastifyInstance,
  { baseUrl, limits, recommendedShards }: Discord,
): void => {
  const url = () => baseUrl().replace(/^http/, 'ws');
  app.get('/gateway', () => ({ url: url() }));
  app.get('/gateway/bot', () => ({
    url: url(),
    shards: recommendedShards(),
    session_start_limit: {
      total: 1_000,
      remaining: 1_000,
      reset_after: DAY,
      max_concurrency: limits.maxConcurrency,
    },
  }));
};
