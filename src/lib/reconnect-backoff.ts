import { createGrowingRests } from './growing-rests.ts';
import { MINUTE } from './time.ts';

/** A connection that stood for so long was well: what comes after it is no repetition. */
const STABLE = MINUTE;

/** Delays between connections that do not last: exponential backoff with jitter. */
export interface ReconnectBackoff {
  /**
   * A connection is to be opened again.
   * @returns milliseconds to wait before
   */
  readonly next: () => number;
  /** The connection stands. */
  readonly connected: () => void;
}

export interface ReconnectBackoffOptions {
  /** The delay after the first connection that did not last, milliseconds; it doubles from then on. */
  readonly first: number;
  readonly longest: number;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** 0 to 1: the jitter, which leaves from half of a delay to all of it. */
  readonly random: () => number;
}

export const createReconnectBackoff = (options: ReconnectBackoffOptions): ReconnectBackoff => {
  const { first, longest, monotonic, random } = options;
  const delays = createGrowingRests<'connection'>({ first, longest, now: monotonic });
  let connectedAt: number | null = null;

  return {
    next: () => {
      if (connectedAt !== null && monotonic() - connectedAt >= STABLE) delays.end('connection');
      connectedAt = null;
      return delays.begin('connection') * (0.5 + random() / 2);
    },
    connected: () => {
      connectedAt ??= monotonic();
    },
  };
};
