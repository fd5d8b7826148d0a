import PQueue from 'p-queue';

/**
 * Who asks: a person who waits for an answer, the live matches, or the background sync. People go
 * first; the other two are capped so that they never take what people may need.
 */
export type Lane = 'person' | 'live' | 'background';

/** The service's limit (specification, "Limits"). */
export const REQUESTS_PER_MINUTE = 60;

const MINUTE = 60_000;
const PRIORITY: Readonly<Record<Lane, number>> = { person: 2, live: 1, background: 0 };
/** Shares of the minute; what is left of it belongs to people. */
const SHARE: Readonly<Record<Exclude<Lane, 'person'>, number>> = { live: 0.4, background: 0.3 };

/** The requests that one token may make, shared out between the lanes. */
export interface Budget {
  /**
   * Runs `request` when its lane's turn comes.
   * @throws the signal's reason when it aborts before that.
   */
  run: <T>(lane: Lane, request: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** The service's own count corrects ours: none left means waiting for the next minute. */
  correct: (remaining: number) => void;
  /** The service refused (429): every lane waits until the next minute begins. */
  exhausted: () => void;
  stop: () => void;
}

export interface BudgetOptions {
  readonly perMinute?: number | undefined;
  /** Real clock, milliseconds. */
  readonly now: () => number;
}

export const createBudget = (options: BudgetOptions): Budget => {
  const { perMinute = REQUESTS_PER_MINUTE, now } = options;
  const windowOf = (share: number): PQueue =>
    new PQueue({
      interval: MINUTE,
      intervalCap: Math.max(1, Math.floor(perMinute * share)),
      strict: true,
    });
  const whole = windowOf(1);
  const gates = { live: windowOf(SHARE.live), background: windowOf(SHARE.background) };
  let resume: NodeJS.Timeout | undefined;

  const holdUntilNextMinute = (): void => {
    whole.pause();
    clearTimeout(resume);
    resume = setTimeout(() => whole.start(), MINUTE - (now() % MINUTE));
  };

  return {
    run: (lane, request, signal) => {
      const turn = () => whole.add(request, { priority: PRIORITY[lane], signal });
      return lane === 'person' ? turn() : gates[lane].add(turn, { signal });
    },
    correct: (remaining) => {
      if (remaining <= 0) holdUntilNextMinute();
    },
    exhausted: holdUntilNextMinute,
    stop: () => {
      clearTimeout(resume);
      for (const queue of [whole, ...Object.values(gates)]) queue.clear();
    },
  };
};
