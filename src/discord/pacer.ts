/**
 * A log of sends: a slot is held for a while after each, so that no window of Discord's holds more
 * than its allowance, wherever that window begins (delivery-facts, "Limiters").
 */
export interface Pacer {
  /**
   * Takes a slot as soon as one is free; the lowest lane first, then the one that waits longest.
   * @throws when the pacer stops before that.
   */
  readonly slot: (lane: number) => Promise<void>;
  /** Gives up everyone who waits. */
  readonly stop: () => void;
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

interface Waiting {
  readonly lane: number;
  readonly take: () => void;
  readonly giveUp: () => void;
}

export const createPacer = ({ slots, held, now }: PacerOptions): Pacer => {
  const taken: number[] = [];
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const nextIn = (): number => {
    const oldest = taken[0];
    if (taken.length < slots || oldest === undefined) return 0;
    return Math.max(0, Math.ceil(oldest + held - now()));
  };

  const next = (): Waiting | undefined => {
    const best = waiting.reduce<Waiting | undefined>(
      (first, each) => (first === undefined || each.lane < first.lane ? each : first),
      undefined,
    );
    if (best !== undefined) waiting.splice(waiting.indexOf(best), 1);
    return best;
  };

  const drain = (): void => {
    clearTimeout(timer);
    while (waiting.length > 0 && nextIn() === 0) {
      if (taken.length >= slots) taken.shift();
      taken.push(now());
      next()?.take();
    }
    if (waiting.length > 0) timer = setTimeout(drain, nextIn());
  };

  return {
    slot: (lane) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          reject(new Error('the sender has stopped'));
        };
        if (stopped) {
          giveUp();
          return;
        }
        waiting.push({ lane, take: resolve, giveUp });
        drain();
      }),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      for (const each of waiting.splice(0)) each.giveUp();
    },
  };
};
