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

/** Whoever stands first here goes first. */
const LANES = ['person', 'live', 'background'] as const satisfies readonly Lane[];

/**
 * The most that some lanes may take of any minute, as shares of it: whatever the others do, a fifth
 * is left to the live matches, and a tenth to the background.
 */
const LIMITS: readonly { readonly lanes: readonly Lane[]; readonly share: number }[] = [
  { lanes: ['person'], share: 0.7 },
  { lanes: ['live'], share: 0.4 },
  { lanes: ['background'], share: 0.3 },
  { lanes: ['person', 'background'], share: 0.8 },
  { lanes: ['person', 'live'], share: 0.9 },
  { lanes: LANES, share: 1 },
];

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
  /** How many requests could be sent at this moment. */
  free: () => number;
  /** Nothing is sent any more: what waits is given up. */
  stop: () => void;
}

export interface BudgetOptions {
  readonly perMinute?: number | undefined;
  /** Real clock, milliseconds. */
  readonly now: () => number;
}

/** A request that waits for its turn. */
interface Waiting {
  readonly go: () => void;
  readonly giveUp: (reason: unknown) => void;
}

/**
 * A log of what was sent decides what may be sent: no window of a minute ever holds more than its
 * limits. The shares count when a request is sent, not when it is queued; with queues behind one
 * another a burst of one lane would keep another one waiting for a whole minute.
 */
export const createBudget = (options: BudgetOptions): Budget => {
  const { perMinute = REQUESTS_PER_MINUTE, now } = options;
  const limits = LIMITS.map(({ lanes, share }) => ({
    lanes: new Set(lanes),
    most: Math.max(1, Math.floor(perMinute * share)),
  }));
  const queues: Readonly<Record<Lane, Set<Waiting>>> = {
    person: new Set(),
    live: new Set(),
    background: new Set(),
  };
  let sent: readonly { readonly at: number; readonly lane: Lane }[] = [];
  let heldUntil = 0;
  /** What the service has left for us of the minute that ends then. */
  let left = { requests: Infinity, until: 0 };
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  const untilNextMinute = (): number => MINUTE - (now() % MINUTE);

  /** When a lane may send next: now, or a time to come. */
  const turnOf = (lane: Lane): number => {
    const turns = limits.map(({ lanes, most }) => {
      if (!lanes.has(lane)) return 0;
      const counted = sent.filter((each) => lanes.has(each.lane));
      // The window has room again when the oldest that fills it leaves.
      const filling = counted.at(-most);
      return filling === undefined ? 0 : filling.at + MINUTE + TRAVEL;
    });
    const usedUp = left.requests <= 0 ? left.until : 0;
    return Math.max(heldUntil, usedUp, ...turns);
  };

  const sendNext = (lane: Lane): void => {
    const [next] = queues[lane];
    if (next === undefined) return;
    queues[lane].delete(next);
    sent = [...sent, { at: now(), lane }];
    left = { ...left, requests: left.requests - 1 };
    next.go();
  };

  /** What no longer counts. */
  const forget = (): void => {
    sent = sent.filter(({ at }) => at > now() - MINUTE - TRAVEL);
    if (now() >= left.until) left = { requests: Infinity, until: 0 };
  };

  const pump = (): void => {
    clearTimeout(timer);
    forget();
    for (;;) {
      const asking = LANES.filter((lane) => queues[lane].size > 0);
      const turns = asking.map((lane) => ({ lane, at: turnOf(lane) }));
      const ready = turns.find(({ at }) => at <= now());
      if (ready === undefined) {
        const next = Math.min(...turns.map(({ at }) => at));
        if (Number.isFinite(next)) timer = setTimeout(pump, next - now());
        return;
      }
      sendNext(ready.lane);
    }
  };

  return {
    run: (lane, request, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        stopping.signal.throwIfAborted();
        const settle = (): void => {
          queues[lane].delete(waiting);
          signal.removeEventListener('abort', onAbort);
        };
        const waiting: Waiting = {
          go: () => {
            settle();
            request().then(resolve, reject);
          },
          giveUp: (reason) => {
            settle();
            reject(reason instanceof Error ? reason : new Error('given up'));
          },
        };
        const onAbort = (): void => {
          waiting.giveUp(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queues[lane].add(waiting);
        pump();
      }),
    correct: (remaining) => {
      const isSameMinute = now() < left.until;
      left = isSameMinute
        ? { ...left, requests: Math.min(left.requests, remaining) }
        : { requests: remaining, until: now() + untilNextMinute() };
      pump();
    },
    exhausted: (wait = untilNextMinute()) => {
      heldUntil = Math.max(heldUntil, now() + wait);
      pump();
    },
    free: () => {
      forget();
      return Math.max(0, now() < heldUntil ? 0 : Math.min(perMinute - sent.length, left.requests));
    },
    waiting: () => LANES.reduce((sum, lane) => sum + queues[lane].size, 0),
    stop: () => {
      clearTimeout(timer);
      stopping.abort(new Error('the budget has stopped'));
      for (const lane of LANES) {
        for (const each of queues[lane]) each.giveUp(stopping.signal.reason);
      }
    },
  };
};
