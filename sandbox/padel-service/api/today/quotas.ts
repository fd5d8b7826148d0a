import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE } from '../../../../src/lib/time.ts';
import type { Plan } from '../plans.ts';
import type { MinuteState } from '../rate-limit.ts';

/** Requests that a plan allows in a minute, a day and a month. */
export interface Quota {
  readonly minute: number;
  readonly day: number;
  readonly month: number;
}

/** What the plans of the public service allow (service-today, "Quotas"). */
export const QUOTAS: Readonly<Record<Plan, Quota>> = {
  free: { minute: 10, day: 2_000, month: 50_000 },
  pro: { minute: 60, day: 4_000, month: 50_000 },
  business: { minute: 500, day: 100_000, month: 2_000_000 },
};

const HORIZONS = ['minute', 'day', 'month'] as const satisfies readonly (keyof Quota)[];

type Horizon = (typeof HORIZONS)[number];

/** What a token has used of its quotas, up to now. */
export type Usage = Readonly<Record<Horizon, number>>;

/** Counts requests by token. */
export interface Quotas {
  /** Counts a request unless a quota is spent; returns the state of the minute only. */
  readonly take: (token: string, plan: Plan | null) => MinuteState;
  readonly usedBy: (token: string) => Usage;
}

/** The name of the span that an instant lies in, in UTC. */
const spanOf: Readonly<Record<Exclude<Horizon, 'minute'>, (at: Instant) => string>> = {
  day: (at) => new Date(at).toISOString().slice(0, 10),
  month: (at) => new Date(at).toISOString().slice(0, 7),
};

/**
 * Counts requests per token in minutes of the real clock, and in days and months (UTC) of the
 * service's, which may go faster. What is refused does not count. A request without a known token has
 * the quota of the free plan.
 * @param quotas what replaces a plan's quotas, for all plans
 */
export const createQuotas = (
  quotas: Partial<Quota>,
  clocks: { readonly real: () => Instant; readonly service: () => Instant },
): Quotas => {
  const counts = new Map<string, { readonly span: string; used: number }>();

  const countOf = (token: string, horizon: Horizon) => {
    const span =
      horizon === 'minute'
        ? String(Math.floor(clocks.real() / MINUTE))
        : spanOf[horizon](clocks.service());
    const key = `${horizon} ${token}`;
    const known = counts.get(key);
    if (known?.span === span) return known;
    const fresh = { span, used: 0 };
    counts.set(key, fresh);
    return fresh;
  };

  return {
    take(token, plan) {
      const quota = { ...QUOTAS[plan ?? 'free'], ...quotas };
      const used = HORIZONS.map((horizon) => ({ count: countOf(token, horizon), horizon }));
      const isExceeded = used.some(({ count, horizon }) => count.used >= quota[horizon]);
      if (!isExceeded) for (const { count } of used) count.used += 1;
      const left = quota.minute - countOf(token, 'minute').used;
      return { limit: quota.minute, remaining: Math.max(0, left), isExceeded };
    },
    usedBy: (token) => ({
      minute: countOf(token, 'minute').used,
      day: countOf(token, 'day').used,
      month: countOf(token, 'month').used,
    }),
  };
};
