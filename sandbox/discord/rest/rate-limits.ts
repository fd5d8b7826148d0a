import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND, HOUR } from '../../../src/lib/time.ts';
import type { Discord } from '../discord.ts';
import type { Limits } from '../limits.ts';
import type { WindowState, RateLimiter } from './rate-limiter.ts';

interface Policy {
  readonly limit: number;
  readonly windowMs: number;
}

const DEFAULT: Policy = { limit: 50, windowMs: SECOND };
const CHANNEL = '/channels/:channel';

/** The buckets that differ from the default; all others allow 50 a second. */
const policies = (limits: Limits): Readonly<Record<string, Policy>> => ({
  [`POST ${CHANNEL}/messages`]: { limit: limits.messagesPer5s, windowMs: 5 * SECOND },
  [`PATCH ${CHANNEL}/messages/:message`]: { limit: limits.editsPer5s, windowMs: 5 * SECOND },
  [`DELETE ${CHANNEL}/messages/:message`]: { limit: 5, windowMs: SECOND },
  [`POST ${CHANNEL}/messages/:message/crosspost`]: {
    limit: limits.crosspostsPerHour,
    windowMs: HOUR,
  },
  [`POST ${CHANNEL}/typing`]: { limit: 5, windowMs: 5 * SECOND },
  [`PUT ${CHANNEL}/messages/:message/reactions/:emoji/:user`]: { limit: 4, windowMs: SECOND },
  [`POST /webhooks/:webhook/:token`]: { limit: 5, windowMs: 2 * SECOND },
});

/** Routes that write into a channel, which the fault `routeLimited` limits. */
const WRITES = /^(POST|PATCH) \/channels\/:channel\/(messages|threads)/;

const INTERACTIONS = ['/interactions/', '/webhooks/'];

/** Answers 429 to requests over the limit and sets Discord's headers. */
export const createRateLimits = (discord: Discord, limiter: RateLimiter) => {
  const table = policies(discord.limits);

  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (discord.faults.current.rateLimited) {
      throw new RateLimited({ scope: 'global', resetAt: discord.machineNow() + SECOND });
    }
    const route = `${request.method} ${routeOf(request)}`;
    if (discord.faults.current.routeLimited && WRITES.test(route)) {
      throw new RateLimited({ scope: 'user', resetAt: discord.machineNow() + SECOND });
    }
    // The global limit does not count interactions, and their callbacks have no bucket.
    const isInteraction = INTERACTIONS.some((prefix) => routeOf(request).startsWith(prefix));
    if (!isInteraction) {
      const global = limiter.take('global', discord.limits.globalPerSecond, SECOND);
      if (!global.allowed) throw new RateLimited({ scope: 'global', resetAt: global.resetAt });
    }
    if (route.startsWith('POST /interactions/')) return;
    const { limit, windowMs } = table[route] ?? DEFAULT;
    const allowance = limiter.take(`${route} ${majorOf(request)}`, limit, windowMs);
    void reply.headers(bucketHeaders(allowance, bucketId(route), discord.machineNow()));
    if (!allowance.allowed) throw new RateLimited({ scope: 'user', resetAt: allowance.resetAt });
  };
};

/** A 429, of one bucket or of everything. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  readonly scope: 'user' | 'global';
  readonly resetAt: number;
  readonly code: number;

  constructor(limit: {
    readonly scope: 'user' | 'global';
    readonly resetAt: number;
    readonly message?: string;
    readonly code?: number;
  }) {
    super(limit.message ?? 'You are being rate limited.');
    this.scope = limit.scope;
    this.resetAt = limit.resetAt;
    this.code = limit.code ?? 0;
  }

  /** Sends it: `Retry-After` in seconds, rounded up; the body's `retry_after` is exact. */
  send(reply: FastifyReply, now: number): FastifyReply {
    const seconds = Math.max(this.resetAt - now, 1) / SECOND;
    const isGlobal = this.scope === 'global';
    return reply
      .code(429)
      .headers({
        'retry-after': String(Math.ceil(seconds)),
        'x-ratelimit-scope': this.scope,
        ...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}),
      })
      .send({
        message: this.message,
        retry_after: seconds,
        global: isGlobal,
        code: this.code,
      });
  }
}

const bucketHeaders = ({ limit, remaining, resetAt }: WindowState, id: string, now: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': (resetAt / SECOND).toFixed(3),
  'x-ratelimit-reset-after': (Math.max(resetAt - now, 0) / SECOND).toFixed(3),
  'x-ratelimit-bucket': id,
});

/** The route's pattern without the version, e.g. `/channels/:channel/messages`. */
const routeOf = (request: FastifyRequest): string =>
  (request.routeOptions.url ?? '').replace(/^\/api(\/v\d+)?/, '');

const bucketId = (route: string): string =>
  createHash('sha256').update(route).digest('hex').slice(0, 32);

/** What Discord counts separately within a bucket: the channel, the guild, or the webhook. */
const majorOf = ({ params }: FastifyRequest): string => {
  const { channel, guild, token } = Object(params) as Record<string, string | undefined>;
  return channel ?? guild ?? token ?? '';
};
