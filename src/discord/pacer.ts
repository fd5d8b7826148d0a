/**
 * A log of sends: a slot is held for a while after each, so that no window of Discord's holds more
 * than its allowance, wherever that window begins (delivery-facts, "Limiters").
 */
export interface Pacer {
  /** Takes a slot now, if one is free. */
  tryTake: () => boolean;
  /** Milliseconds until a slot is free; 0 when one is. */
  nextIn: () => number;
}

export interface PacerOptions {
  readonly slots: number;
  /** Milliseconds that a slot is held. */
  readonly held: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Discord: 50 requests a second and token. Held a little longer than a second: 95 % of it. */
export const DISCORD_GLOBAL = { slots: 50, held: 1_050 };

export const createPacer = ({ slots, held, now }: PacerOptions): Pacer => {
  const taken: number[] = [];

  const nextIn = (): number => {
    const oldest = taken[0];
    if (taken.length < slots || oldest === undefined) return 0;
    return Math.max(0, oldest + held - now());
  };

  return {
    nextIn,
    tryTake: () => {
      if (nextIn() > 0) return false;
      if (taken.length >= slots) taken.shift();
      taken.push(now());
      return true;
    },
  };
};
