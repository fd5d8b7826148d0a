import PQueue from 'p-queue';

/**
 * Who asks: a person who waits for an answer, the live matches, or the background sync. People go
 * first, but each lane keeps a part of the minute that the others cannot take.
 */
export type Lane = 'person' | 'live' | 'background';

/** The service's limit (specification, "Limits"). */
export const REQUESTS_PER_MINUTE = 60;

const MINUTE = 60_000;

/** The service counts arrivals, and a request may be on its way this long. */
const TRAVEL = 1_000;

const PRIORITY: Readonly<Record<Lane, number>> = { person: 2, live: 1, background: 0 };

/**
 * The most that may be taken of any minute, as shares of it. People and background together leave
 * a fifth to the live matches; people alone leave a tenth to the background.
 */
const MOST = { person: 0.7, live: 0.4, background: 0.3, notLive: 0.8 } as const;

/** The requests that one token may make, shared out between the lanes. */
export interface Budget {
  /**
   * Runs `request` when its lane's turn comes.
   * @throws the signal's reason when it aborts before that; later, the request is on its own.
   */
  run: <T>(lane: Lane, request: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /**
   * The service's own count of what is left of this minute corrects ours: another process may use
   * the same token, or this one did before it was started anew.
   */
  correct: (remaining: number) => void;
  /**
   * The service refused (429): every lane waits until the next minute begins.
   * @param wait milliseconds, when the service said how long
   */
  exhausted: (wait?: number) => void;
  /** How many requests wait for their turn. */
  waiting: () => number;
  stop: () => void;
}

export interface BudgetOptions {
  readonly perMinute?: number | undefined;
  /** Real clock, milliseconds. */
  readonly now: () => number;
}

export const createBudget = (options: BudgetOptions): Budget => {
  const { perMinute = REQUESTS_PER_MINUTE, now } = options;
  const gateOf = (share: number): PQueue =>
    new PQueue({
      interval: MINUTE + TRAVEL,
      intervalCap: Math.max(1, Math.floor(perMinute * share)),
      strict: true,
    });
  const gates = {
    person: gateOf(MOST.person),
    live: gateOf(MOST.live),
    background: gateOf(MOST.background),
    notLive: gateOf(MOST.notLive),
    all: gateOf(1),
  };
  const queues = Object.values(gates);
  /** The gates that a lane passes, the last one being the way out. */
  const ways: Readonly<Record<Lane, readonly PQueue[]>> = {
    person: [gates.person, gates.notLive, gates.all],
    live: [gates.live, gates.all],
    background: [gates.background, gates.notLive, gates.all],
  };
  /** What the service has left for us of the minute that ends then. */
  let left = { requests: Infinity, until: 0 };
  let resume: NodeJS.Timeout | undefined;
  let heldUntil = 0;

  const hold = (wait: number): void => {
    heldUntil = Math.max(heldUntil, now() + wait);
    for (const queue of queues) queue.pause();
    clearTimeout(resume);
    resume = setTimeout(() => {
      for (const queue of queues) queue.start();
    }, heldUntil - now());
  };

  const untilNextMinute = (): number => MINUTE - (now() % MINUTE);

  const holdWhenUsedUp = (): void => {
    if (left.requests <= 0 && now() < left.until) hold(left.until - now());
  };

  const counted = <T>(request: () => Promise<T>): Promise<T> => {
    left = { ...left, requests: left.requests - 1 };
    holdWhenUsedUp();
    return request();
  };

  const through = <T>(
    [gate, ...further]: readonly PQueue[],
    request: () => Promise<T>,
    turn: { readonly priority: number; readonly signal: AbortSignal },
  ): Promise<T> =>
    gate === undefined ? counted(request) : gate.add(() => through(further, request, turn), turn);

  return {
    run: async (lane, request, signal) => {
      signal.throwIfAborted();
      // p-queue gives up what is running, too, when its signal aborts.
      const waiting = new AbortController();
      const giveUp = (): void => {
        waiting.abort(signal.reason);
      };
      const stopWaiting = (): void => {
        signal.removeEventListener('abort', giveUp);
      };
      const started = (): ReturnType<typeof request> => {
        stopWaiting();
        return request();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      const turn = { priority: PRIORITY[lane], signal: waiting.signal };
      return await through(ways[lane], started, turn).finally(stopWaiting);
    },
    correct: (remaining) => {
      const isSameMinute = now() < left.until;
      left = {
        requests: isSameMinute ? Math.min(left.requests, remaining) : remaining,
        until: isSameMinute ? left.until : now() + untilNextMinute(),
      };
      holdWhenUsedUp();
    },
    exhausted: (wait) => {
      hold(wait ?? untilNextMinute());
    },
    waiting: () => queues.reduce((sum, queue) => sum + queue.size, 0),
    stop: () => {
      clearTimeout(resume);
      for (const queue of queues) queue.clear();
    },
  };
};
