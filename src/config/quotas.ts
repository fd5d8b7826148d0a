/** The requests that the data service allows a token, per window. */
export interface PlanQuota {
  readonly perMinute: number;
  readonly perDay: number;
  readonly perMonth: number;
}

export const PLANS = ['free', 'pro', 'business'] as const;

export type PlanName = (typeof PLANS)[number];

/** The plans of the public service (its documentation, September 2026). */
export const PLAN_QUOTAS: Readonly<Record<PlanName, PlanQuota>> = {
  free: { perMinute: 10, perDay: 2_000, perMonth: 50_000 },
  pro: { perMinute: 60, perDay: 4_000, perMonth: 50_000 },
  business: { perMinute: 500, perDay: 100_000, perMonth: 2_000_000 },
};
