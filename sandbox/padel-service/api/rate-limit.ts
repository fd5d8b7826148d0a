import { MINUTE } from '../../../src/lib/time.ts';

/** What a token has left of its minute. */
export interface MinuteState {
  readonly limit: number;
  readonly remaining: number;
  readonly isExceeded: boolean;
}

/**
 * Counts requests per token in fixed minutes of the real clock.
 * @param now the real clock, milliseconds
 */
export const createRateLimit = (limit: number, now: () => number) => {
  let minute = 0;
  const used = new Map<string, number>();

  return (token: string): MinuteState => {
    const current = Math.floor(now() / MINUTE);
    if (current !== minute) used.clear();
    minute = current;
    const count = (used.get(token) ?? 0) + 1;
    used.set(token, count);
    return { limit, remaining: Math.max(0, limit - count), isExceeded: count > limit };
  };
};
