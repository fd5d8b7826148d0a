/** The state of a rate limit window after one request. */
export interface WindowState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, ms since 1970. */
  readonly resetAt: number;
}

export interface RateLimiter {
  /** Counts a request in the window of `key`, if its limit allows. */
  readonly take: (key: string, limit: number, windowMs: number) => WindowState;
}

interface Window {
  readonly resetAt: number;
  used: number;
}

const MAX_WINDOWS = 10_000;

/** Fixed windows that start with their first request, as Discord's headers describe them. */
export const createRateLimiter = (now: () => number): RateLimiter => {
  const windows = new Map<string, Window>();

  const current = (key: string, windowMs: number): Window => {
    const known = windows.get(key);
    if (known !== undefined && known.resetAt > now()) return known;
    if (windows.size > MAX_WINDOWS) forgetPast();
    const fresh = { resetAt: now() + windowMs, used: 0 };
    windows.set(key, fresh);
    return fresh;
  };

  const forgetPast = () => {
    for (const [key, { resetAt }] of windows) if (resetAt <= now()) windows.delete(key);
  };

  return {
    take: (key, limit, windowMs) => {
      const window = current(key, windowMs);
      const allowed = window.used < limit;
      if (allowed) window.used += 1;
      return { allowed, limit, remaining: limit - window.used, resetAt: window.resetAt };
    },
  };
};
