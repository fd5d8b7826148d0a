import type { Logger } from './logger.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

/** The bot shuts down: what was asked for was not done, which is no failure. */
export class ShutdownError extends Error {}

/** What has to be closed, registered where it is opened. */
export interface Shutdown {
  /** Is closed before everything that was opened before it. */
  add: (name: string, close: () => Promise<void> | void) => void;
  /**
   * Is closed at the same time as `beside`, whatever was added since: neither needs the other to end
   * well.
   */
  addBeside: (name: string, close: () => Promise<void> | void, beside: string) => void;
  /**
   * Closes everything once, last opened first, within the deadline: what does not end is left behind.
   * Whoever asks again waits for the same end.
   */
  run: () => Promise<void>;
}

export interface ShutdownOptions {
  /** Milliseconds that all of it may take; supervisors kill after ten seconds. */
  readonly deadline?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

interface Step {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

const DEADLINE = 8_000;

/** The share of the deadline that is kept for what was opened first: the database. */
const KEPT_FOR_LAST = 1 / 8;

export const createShutdown = (log: Logger, options: ShutdownOptions = {}): Shutdown => {
  const { deadline = DEADLINE, now = () => performance.now() } = options;
  /** What closes side by side is one row. */
  const rows: Step[][] = [];

  const closeOne = async ({ name, close }: Step, timeoutMs: number): Promise<void> => {
    try {
      await withTimeout(Promise.resolve(close()), timeoutMs);
    } catch (error) {
      if (error instanceof TimeoutError) log.warn({ name }, 'did not close in time');
      else log.warn({ err: error, name }, 'could not be closed cleanly');
    }
  };

  const closeAll = async (): Promise<void> => {
    const until = now() + deadline;
    const kept = deadline * KEPT_FOR_LAST;
    for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
      const left = until - now();
      // Half of what is left for each: however many hang, the next has its turn.
      const timeoutMs = rows.length === 0 ? left : (left - kept) / 2;
      await Promise.all(row.map((step) => closeOne(step, timeoutMs)));
    }
  };

  let closing: Promise<void> | undefined;
  let isOver = false;
  const close = (): Promise<void> => {
    isOver = false;
    closing = closeAll().finally(() => {
      isOver = true;
    });
    return closing;
  };

  /** What was being opened when the end began has an end of its own: in its turn, or at once. */
  const addLate = (step: Step): void => {
    rows.push([step]);
    if (isOver) void close();
  };

  return {
    add: (name, end) => {
      if (closing === undefined) rows.push([{ name, close: end }]);
      else addLate({ name, close: end });
    },
    addBeside: (name, end, beside) => {
      const row = rows.findLast((steps) => steps.some((step) => step.name === beside));
      if (closing !== undefined) addLate({ name, close: end });
      else if (row === undefined) {
        throw new Error(`there is no ${beside} that ${name} could close beside`);
      } else row.push({ name, close: end });
    },
    run: () => closing ?? close(),
  };
};
