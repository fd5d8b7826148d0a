import { AsyncLocalStorage } from 'node:async_hooks';
import { ShutdownError } from '../../lib/shutdown.ts';

/** The permit of the request that is being made. */
export const currentPermit = new AsyncLocalStorage<Permit>();

/** Leave for one request. */
export interface Permit {
  /** The request has left: the slot is held from then on. */
  readonly left: () => void;
  /** No request was made: another may have it. */
  readonly giveBack: () => void;
}

/**
 * A log of sends: a slot is held for a while after each, so that no window of Discord's holds more
 * than its allowance, wherever that window begins (delivery-facts, "Limiters").
 */
export interface Pacer {
  /**
   * Takes a permit as soon as one is free; the lowest priority number first, then the longest wait. What
   * is urgent may change while it waits.
   * @throws when the pacer stops before that.
   */
  readonly slot: (priority: () => number) => Promise<Permit>;
  /** Blocks all requests for so many milliseconds, because Discord said so. */
  readonly rest: (milliseconds: number) => void;
  /** Milliseconds for which all requests are blocked, for any reason; 0 for none. */
  readonly restFor: () => number;
  /** Rejects everything that waits. */
  readonly stop: () => void;
}

interface PacerOptions {
  readonly slots: number;
  /** Milliseconds that a slot is held. */
  readonly held: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Milliseconds for which another reason blocks all requests; 0 for none. */
  readonly restFor?: () => number;
}

/** Discord: 50 requests a second and token. Held a little longer than a second: 95 % of it. */
export const DISCORD_GLOBAL = { slots: 50, held: 1_050 };

/**
 * After the burst saved up while idle, permits are given in groups of this size, spread over the time that
 * they are held: an urgent request does not wait for the next burst, and the process wakes up for a group
 * instead of for each request.
 */
const TOGETHER = 5;
const SPREAD = 0.8;

/** Another reason's block may end early: it is checked each second. */
const RESTS_MAY_END = 1_000;

interface Waiting {
  readonly priority: () => number;
  readonly take: (slot: Permit) => void;
  readonly giveUp: () => void;
}

export const createPacer = ({ slots, held, now, restFor = () => 0 }: PacerOptions): Pacer => {
  /** When each slot was taken, and then when its request left: the process may be busy meanwhile. */
  const taken: { at: number }[] = [];
  const group = Math.min(TOGETHER, slots);
  /** Permits of the present group that can still be given. */
  let leftOfGroup = 0;
  let restUntil = -Infinity;
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const isFull = (): boolean => taken.length >= slots;

  const restLeft = (): number => Math.max(0, Math.ceil(restUntil - now()), restFor());

  const nextIn = (): number => {
    if (!isFull()) return restLeft();
    const after = (index: number, ms: number): number => (taken.at(index)?.at ?? -Infinity) + ms;
    // A group begins when all its permits are free, so that what went together goes together again.
    const free =
      leftOfGroup > 0
        ? after(0, held)
        : Math.max(after(group - 1, held), after(-group, (group * held * SPREAD) / slots));
    return Math.max(Math.ceil(free - now()), restLeft());
  };

  const next = (): Waiting | undefined => {
    let best: { readonly each: Waiting; readonly priority: number } | undefined;
    for (const each of waiting) {
      const priority = each.priority();
      if (best === undefined || priority < best.priority) best = { each, priority };
    }
    if (best !== undefined) waiting.splice(waiting.indexOf(best.each), 1);
    return best?.each;
  };

  const grant = (): Permit => {
    if (isFull()) {
      leftOfGroup = (leftOfGroup > 0 ? leftOfGroup : group) - 1;
      taken.shift();
    }
    const slot = { at: now() };
    taken.push(slot);
    return {
      left: () => {
        slot.at = now();
      },
      giveBack: () => {
        const index = taken.indexOf(slot);
        if (index !== -1) taken.splice(index, 1);
        drain();
      },
    };
  };

  const drain = (): void => {
    clearTimeout(timer);
    while (waiting.length > 0 && nextIn() === 0) next()?.take(grant());
    if (waiting.length > 0) timer = setTimeout(drain, Math.min(nextIn(), RESTS_MAY_END));
  };

  return {
    slot: (priority) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          reject(new ShutdownError('the sender has stopped'));
        };
        if (stopped) {
          giveUp();
          return;
        }
        // After a pause nothing counts any more: the saved-up permits may go together.
        const isRested = now() - (taken.at(-1)?.at ?? -Infinity) >= held;
        if (isRested && waiting.length === 0) taken.length = 0;
        waiting.push({ priority, take: resolve, giveUp });
        drain();
      }),
    rest: (milliseconds) => {
      restUntil = Math.max(restUntil, now() + milliseconds);
    },
    restFor: restLeft,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      for (const each of waiting.splice(0)) each.giveUp();
    },
  };
};
