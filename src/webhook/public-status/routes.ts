import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { publicStatus } from '../../domain/public-status.ts';
import type { Clocks } from '../../lib/clocks.ts';
import type { Logger } from '../../lib/logger.ts';
import { MINUTE, SECOND } from '../../lib/time.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { Db } from '../../store/connection/database.ts';
import { readStatusRows } from '../../store/processes/public-status.ts';
import { statusJson } from './json.ts';
import { statusPage } from './page.ts';
import { STYLE } from './style.ts';

interface PublicStatusOptions extends Clocks {
  readonly db: Db;
  readonly log: Logger;
}

/** How long all visitors share one reading of the database, even a failed one. */
const CACHE_MS = MINUTE;

const DATABASE_TIMEOUT_MS = 3 * SECOND;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'cache-control': `public, max-age=${CACHE_MS / SECOND}`,
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Adds `GET /status` and `GET /status.json`, which show no secret, no server and no member. */
export const addPublicStatus = (
  server: FastifyInstance,
  { db, now, monotonic, log }: PublicStatusOptions,
): void => {
  const read = async () => {
    try {
      const rows = await withTimeout(readStatusRows(db, now()), DATABASE_TIMEOUT_MS);
      const status = publicStatus(rows, now());
      return { page: statusPage(status), json: JSON.stringify(statusJson(status)) };
    } catch (error) {
      log.warn({ err: error }, 'public status could not be read');
      return null;
    }
  };

  let last: { readonly until: number; readonly shown: ReturnType<typeof read> } | undefined;
  const shown = () => {
    if (last === undefined || monotonic() >= last.until) {
      last = { until: monotonic() + CACHE_MS, shown: read() };
    }
    return last.shown;
  };

  const add = (path: string, type: string, part: 'page' | 'json') =>
    server.get(path, async (_request, reply) => {
      const found = await shown();
      reply.headers(HEADERS);
      if (found !== null) return reply.type(type).send(found[part]);
      return reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'retry-after': CACHE_MS / SECOND })
        .type('text/plain; charset=utf-8')
        .send('The status cannot be read at the moment.');
    });
  add('/status', 'text/html; charset=utf-8', 'page');
  add('/status.json', 'application/json; charset=utf-8', 'json');
};
