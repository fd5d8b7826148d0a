/**
 * Who asks: a person who waits for an answer, the live matches, the background sync of the schedule,
 * a refresh of what was served as it is, or the long reading of all names. Whoever comes first here
 * goes first, but each of the first three keeps a part of the minute that the others cannot take.
 */
export type Lane = 'person' | 'live' | 'background' | 'refresh' | 'names';

/** The service's limit (specification, "Limits"). */
export const REQUESTS_PER_MINUTE = 60;

const MINUTE = 60_000;

/** The service counts arrivals, and a request may be on its way this long. */
const TRAVEL = 1_000;

/** Whoever stands first here goes first. */
const LANES = [
  'person',
  'live',
  'background',
  'refresh',
  'names',
] as const satisfies readonly Lane[];

/** Whether one lane has to wait for another. */
export const isBehind = (lane: Lane, other: Lane): boolean =>
  LANES.indexOf(lane) > LANES.indexOf(other);

/** Whoever spends requests: our lanes, and what the service counts besides. */
type Spender = Lane | 'elsewhere';

/**
 * The most that some may take of any minute, as shares of it: whatever the others do, a fifth is left
 * to the live matches, and a tenth to the background.
 */
const LIMITS: readonly { readonly lanes: readonly Spender[]; readonly share: number }[] = [
  { lanes: ['person', 'refresh', 'names'], share: 0.7 },
  { lanes: ['live'], share: 0.4 },
  { lanes: ['background'], share: 0.3 },
  { lanes: ['refresh', 'names'], share: 0.2 },
  { lanes: ['person', 'background', 'refresh', 'names'], share: 0.8 },
  { lanes: ['person', 'live', 'refresh', 'names'], share: 0.9 },
  { lanes: [...LANES, 'elsewhere'], share: 1 },
];

/** The long reading of all names goes on evenly: so many in a minute, as a share of it. */
const NAMES_PACE = 1 / 6;

/**
 * With nothing left by the service's count, one request after so long finds out whether its minute
 * has passed: its clock is not ours.
 */
const PROBE_AFTER = 5_000;

/** A request that was sent, as the log knows it. */
export interface Sent {
  readonly at: number;
  readonly lane: Lane;
}

/** The requests that one token may make, shared out between the lanes. */
export interface Budget {
  /**
   * Runs `request` when its lane's turn comes.
   * @throws the signal's reason when it aborts before that; later, the request is on its own.
   */
  run: <T>(lane: Lane, request: (sent: Sent) => Promise<T>, signal: AbortSignal) => Promise<T>;
  /**
   * The service's own count of what was left of its minute when it answered this request corrects
   * ours: another process may use the same token. What its first word tells of before us counts for
   * a minute: so many were sent before this process was started anew.
   * @param limit how many it allows in a minute, when it says so
   */
  correct: (remaining: number, sent: Sent, limit?: number) => void;
  /**
   * The service refused (429): every lane waits until the next minute begins.
   * @param wait milliseconds, when the service said how long
   */
  exhausted: (wait?: number) => void;
  /** How many requests wait for their turn. */
  waiting: () => number;
  /** Milliseconds until the next request of a lane can be sent; 0 when it could be now. */
  turnIn: (lane: Lane) => number;
  /** How many requests of a lane could be sent at this moment. */
  free: (lane: Lane) => number;
  /** Nothing is sent any more: what waits is given up. */
  stop: () => void;
}

export interface BudgetOptions {
  readonly perMinute?: number | undefined;
  /** Real clock, milliseconds: the minutes of the service begin with its. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds; what was sent is logged on it. */
  readonly monotonic?: (() => number) | undefined;
}

interface Spent {
  readonly at: number;
  readonly by: Spender;
}

/** A request that waits for its turn. */
interface Waiting {
  readonly go: (sent: Sent) => void;
  readonly giveUp: (reason: unknown) => void;
}

/**
 * A log of what was sent decides what may be sent: no window of a minute ever holds more than its
 * limits. The shares count when a request is sent, not when it is queued; with queues behind one
 * another a burst of one lane would keep another one waiting for a whole minute.
 */
export const createBudget = (options: BudgetOptions): Budget => {
  const { perMinute = REQUESTS_PER_MINUTE, now, monotonic = () => performance.now() } = options;
  const limits = LIMITS.map(({ lanes, share }) => ({
    lanes: new Set(lanes),
    most: Math.max(1, Math.floor(perMinute * share)),
  }));
  const queues: Readonly<Record<Lane, Set<Waiting>>> = {
    person: new Set(),
    live: new Set(),
    background: new Set(),
    refresh: new Set(),
    names: new Set(),
  };
  const namesEvery = MINUTE / (perMinute * NAMES_PACE);
  let log: readonly Spent[] = [];
  let heldUntil = 0;
  let correctedBy = -Infinity;
  /** What the service has left for us, and until when that is believed. */
  let left = { requests: Infinity, until: Infinity };
  let hasStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const untilNextMinute = (): number => MINUTE - (now() % MINUTE);

  /** When a lane may send next: now, or a time to come. */
  const turnOf = (lane: Lane): number => {
    const turns = limits.map(({ lanes, most }) => {
      if (!lanes.has(lane)) return 0;
      const counted = log.filter(({ by }) => lanes.has(by));
      // The window has room again when the oldest that fills it leaves.
      const filling = counted.at(-most);
      return filling === undefined ? 0 : filling.at + MINUTE + TRAVEL;
    });
    const usedUp = left.requests <= 0 ? left.until : 0;
    const before = lane === 'names' ? log.findLast(({ by }) => by === lane) : undefined;
    const paced = before === undefined ? 0 : before.at + namesEvery;
    return Math.max(heldUntil, usedUp, paced, ...turns);
  };

  const sendNext = (lane: Lane): void => {
    const [next] = queues[lane];
    if (next === undefined) return;
    queues[lane].delete(next);
    const sent = { at: monotonic(), lane };
    log = [...log, { at: sent.at, by: lane }];
    left = { ...left, requests: left.requests - 1 };
    next.go(sent);
  };

  /** What was sent before us counts as if it had been sent with our first request. */
  const countBefore = (used: number, { at }: Sent): void => {
    const own = log.filter((each) => each.at <= at);
    const before = Math.max(0, used - own.length);
    const elsewhere = Array.from({ length: before }, () => ({ at, by: 'elsewhere' as const }));
    log = [...own, ...elsewhere, ...log.slice(own.length)];
  };

  /** What no longer counts. */
  const forget = (): void => {
    const at = monotonic();
    log = log.filter((each) => each.at > at - MINUTE - TRAVEL);
    if (at < left.until) return;
    left =
      left.requests > 0
        ? { requests: Infinity, until: Infinity }
        : { requests: 1, until: at + PROBE_AFTER };
  };

  const pump = (): void => {
    clearTimeout(timer);
    for (;;) {
      forget();
      const asking = LANES.filter((lane) => queues[lane].size > 0);
      const turns = asking.map((lane) => ({ lane, at: turnOf(lane) }));
      const ready = turns.find(({ at }) => at <= monotonic());
      if (ready === undefined) {
        const next = Math.min(...turns.map(({ at }) => at));
        if (Number.isFinite(next)) timer = setTimeout(pump, Math.max(0, next - monotonic()));
        return;
      }
      sendNext(ready.lane);
    }
  };

  return {
    run: (lane, request, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (hasStopped) throw new Error('the budget has stopped');
        const settle = (): void => {
          queues[lane].delete(waiting);
          signal.removeEventListener('abort', onAbort);
        };
        const waiting: Waiting = {
          go: (sent) => {
            settle();
            request(sent).then(resolve, reject);
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
    correct: (remaining, sent, limit = remaining) => {
      // An answer that was overtaken knows less than the one that came before it.
      if (sent.at < correctedBy) return;
      // Where it allows more than we take, what others took of that is nothing of ours.
      if (correctedBy === -Infinity) countBefore(Math.min(limit, perMinute) - remaining, sent);
      correctedBy = sent.at;
      const since = log.filter(({ at }) => at > sent.at).length;
      left = { requests: remaining - since, until: monotonic() + PROBE_AFTER };
      pump();
    },
    exhausted: (wait = untilNextMinute()) => {
      heldUntil = Math.max(heldUntil, monotonic() + wait);
      pump();
    },
    turnIn: (lane) => {
      forget();
      return Math.max(0, turnOf(lane) - monotonic());
    },
    free: (lane) => {
      forget();
      if (monotonic() < heldUntil) return 0;
      const rooms = limits.flatMap(({ lanes, most }) =>
        lanes.has(lane) ? [most - log.filter(({ by }) => lanes.has(by)).length] : [],
      );
      return Math.max(0, Math.min(left.requests, ...rooms));
    },
    waiting: () => LANES.reduce((sum, lane) => sum + queues[lane].size, 0),
    stop: () => {
      hasStopped = true;
      clearTimeout(timer);
      for (const lane of LANES) {
        for (const each of queues[lane]) each.giveUp(new Error('the budget has stopped'));
      }
    },
  };
};
