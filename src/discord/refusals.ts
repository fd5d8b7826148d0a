import { RESTEvents, type REST } from 'discord.js';
import { createBackoff } from '../lib/backoff.ts';
import { createSlidingWindowCounter } from '../lib/sliding-window-counter.ts';
import { MINUTE } from '../lib/time.ts';

/**
 * Discord bans an address for a while after 10,000 answers of 401, 403 or 429 in ten minutes (its
 * documentation, "Invalid Request Limit"). They are counted here over all requests of this process.
 */
export interface Refusals {
  /** An answer of Discord's. @param scope of a 429: a `shared` one is not held against us */
  readonly note: (status: number, scope: string | null) => void;
  /** An answer of Discord's to a request with the bot's token. */
  readonly noteToken: (status: number) => void;
  /** Is told each time that the token is refused and everything rests for it; answers the end of that. */
  readonly onTokenRefused: (told: (rest: number) => void) => () => void;
  /** How many there were in the last ten minutes. */
  readonly count: () => number;
  /** Milliseconds for which nothing more should be risked; 0 when something may be. */
  readonly restFor: () => number;
}

const WINDOW_MS = 10 * MINUTE;

/** So much of the window is counted together. */
const STEP_MS = 10_000;

/** Half of what Discord bears: other programs may be behind the same address. */
const MOST = 5_000;

/** A token that was refused is tried again after so long, milliseconds. */
const RETRY_DELAYS = { firstMs: 1_000, maxMs: 30_000 } as const;

const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

export interface RefusalsOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly most?: number;
}

export const createRefusals = ({ now, most = MOST }: RefusalsOptions): Refusals => {
  const counter = createSlidingWindowCounter({
    windowMs: WINDOW_MS,
    stepMs: STEP_MS,
    monotonic: now,
  });
  const listeners = new Set<(rest: number) => void>();
  const backoff = createBackoff<'token'>({ ...RETRY_DELAYS, now });

  return {
    note: (status, scope) => {
      if (REFUSED.has(status) && !(status === 429 && scope === 'shared')) counter.add();
    },
    noteToken: (status) => {
      if (status < 400) backoff.reset('token');
      // Those that were under way together are refused together.
      if (status !== 401 || backoff.remainingMs('token') > 0) return;
      const rest = backoff.fail('token');
      for (const told of listeners) told(rest);
    },
    onTokenRefused: (told) => {
      listeners.add(told);
      return () => void listeners.delete(told);
    },
    count: counter.count,
    restFor: () => Math.max(Math.ceil(backoff.remainingMs('token')), counter.untilBelowMs(most)),
  };
};

/** Counts what Discord answers to the requests of a REST instance. */
export const countRefusals = (rest: REST, refusals: Refusals): void => {
  rest.on(RESTEvents.Response, ({ data }, { status, headers }) => {
    refusals.note(status, headers.get('x-ratelimit-scope'));
    // Without it a 401 is of another token, that of an interaction which is over.
    if (data.auth === true) refusals.noteToken(status);
  });
};
