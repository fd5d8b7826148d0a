/** What a subscription includes, each all of those before it. */
const PLANS = ['free', 'pro', 'business'] as const;

export type Plan = (typeof PLANS)[number];

/** Whether a plan includes what another one has. */
export const includes = (plan: Plan, other: Plan): boolean =>
  PLANS.indexOf(plan) >= PLANS.indexOf(other);

const TOKENS: ReadonlyMap<string, Plan> = new Map([
  ['sandbox-business', 'business'],
  ['sandbox-pro', 'pro'],
  ['sandbox-free', 'free'],
]);

/** The token of an `Authorization: Bearer …` header; null without one. */
export const tokenOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;

/** The plan of a token; null when the token is unknown. */
export const planOf = (token: string | null): Plan | null =>
  token === null ? null : (TOKENS.get(token) ?? null);
