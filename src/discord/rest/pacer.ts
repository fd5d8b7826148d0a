import { ShutdownError } from '../../lib/shutdown.ts';

/** Permission to send one request. */
export interface Permit {
  /** The request was sent: the window begins. */
  readonly sent: () => void;
  /** No request was sent: another may use the permit. */
  readonly release: () => void;
}

/**
 * A log of sends: each counts for a while, so that no window of Discord's holds more than its limit,
 * wherever that window begins (delivery-facts, "Limiters").
 */
export interface Pacer {
  /**
   * Takes a permit as soon as one is free; the lowest priority number first, then the longest wait. What
   * is urgent may change while it waits.
   * @throws when the pacer stops before that.
   */
  readonly acquire: (priority: () => number) => Promise<Permit>;
  /** Blocks all requests for so many milliseconds, because Discord said so. */
  readonly pauseFor: (milliseconds: number) => void;
  /** Milliseconds for which all requests are blocked, for any reason; 0 for none. */
  readonly blockedForMs: () => number;
  /** Rejects everything that waits. */
  readonly stop: () => void;
}

interface PacerOptions {
  readonly requests: number;
  /** Milliseconds that a request counts. */
  readonly windowMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Milliseconds for which another reason blocks all requests; 0 for none. */
  readonly blockedForMs?: () => number;
}

/** Discord: 50 requests a second and token. A little more than a second: 95 % of it. */
export const DISCORD_GLOBAL = { requests: 50, windowMs: 1_050 };

/**
 * After the burst saved up while idle, permits are given in groups of this size, spread over the window: an
 * urgent request does not wait for the next burst, and the process wakes up for a group instead of for each
 * request.
 */
const BURST_SIZE = 5;
const SPREAD_FACTOR = 0.8;

/** Another reason's block may end early: it is checked each second. */
const RECHECK_MS = 1_000;

interface PermitRequest {
  readonly priority: () => number;
  readonly take: (permit: Permit) => void;
  readonly giveUp: () => void;
}

export const createPacer = ({
  requests,
  windowMs,
  now,
  blockedForMs = () => 0,
}: PacerOptions): Pacer => {
  /** When each permit was granted, and then when its request was sent: the process may be busy meanwhile. */
  const taken: { at: number }[] = [];
  const group = Math.min(BURST_SIZE, requests);
  /** Permits of the present group that can still be given. */
  let leftOfGroup = 0;
  let pausedUntil = -Infinity;
  const waiting: PermitRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const isFull = (): boolean => taken.length >= requests;

  const totalBlockedMs = (): number => Math.max(0, Math.ceil(pausedUntil - now()), blockedForMs());

  const nextIn = (): number => {
    if (!isFull()) return totalBlockedMs();
    const after = (index: number, ms: number): number => (taken.at(index)?.at ?? -Infinity) + ms;
    // A group begins when all its permits are free, so that what went together goes together again.
    const free =
      leftOfGroup > 0
        ? after(0, windowMs)
        : Math.max(
            after(group - 1, windowMs),
            after(-group, (group * windowMs * SPREAD_FACTOR) / requests),
          );
    return Math.max(Math.ceil(free - now()), totalBlockedMs());
  };

  const next = (): PermitRequest | undefined => {
    let best: { readonly each: PermitRequest; readonly priority: number } | undefined;
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
    const sent = { at: now() };
    taken.push(sent);
    return {
      sent: () => {
        sent.at = now();
      },
      release: () => {
        const index = taken.indexOf(sent);
        if (index !== -1) taken.splice(index, 1);
        drain();
      },
    };
  };

  const drain = (): void => {
    clearTimeout(timer);
    while (waiting.length > 0 && nextIn() === 0) next()?.take(grant());
    if (waiting.length > 0) timer = setTimeout(drain, Math.min(nextIn(), RECHECK_MS));
  };

  return {
    acquire: (priority) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          reject(new ShutdownError('the sender has stopped'));
        };
        if (stopped) {
          giveUp();
          return;
        }
        // After a pause nothing counts any more: the saved-up permits may go together.
        const isIdle = now() - (taken.at(-1)?.at ?? -Infinity) >= windowMs;
        if (isIdle && waiting.length === 0) taken.length = 0;
        waiting.push({ priority, take: resolve, giveUp });
        drain();
      }),
    pauseFor: (milliseconds) => {
      pausedUntil = Math.max(pausedUntil, now() + milliseconds);
    },
    blockedForMs: totalBlockedMs,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      for (const each of waiting.splice(0)) each.giveUp();
    },
  };
};
