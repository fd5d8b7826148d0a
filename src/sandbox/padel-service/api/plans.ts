/** What a subscription includes. */
export type Plan = 'pro' | 'free';

const PLANS: ReadonlyMap<string, Plan> = new Map([
  ['sandbox-pro', 'pro'],
  ['sandbox-free', 'free'],
]);

/** The token of an `Authorization: Bearer …` header; null without one. */
export const tokenOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;

/** The plan of a token; null when the token is unknown. */
export const planOf = (token: string | null): Plan | null =>
  token === null ? null : (PLANS.get(token) ?? null);
