/** The result of a channel route's window for one request. */
export interface Window {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Milliseconds until it ends. */
  readonly resetAfter: number;
}

const WINDOW = 5_000;

/** Windows of five seconds for each route of a channel, which start with their first request. */
export const createChannelLimits = (allowed: number) => {
  const windows = new Map<string, { readonly endsAt: number; used: number }>();

  return (key: string, now: number): Window => {
    const known = windows.get(key);
    const window =
      known !== undefined && known.endsAt > now ? known : { endsAt: now + WINDOW, used: 0 };
    windows.set(key, window);
    const isAllowed = window.used < allowed;
    if (isAllowed) window.used += 1;
    return { isAllowed, remaining: allowed - window.used, resetAfter: window.endsAt - now };
  };
};
