import type { Logger } from './logger.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

/** The bot is shutting down, so the work was not done: no failure. */
export class ShutdownError extends Error {}

/** Closes resources on shutdown; each is registered where it is opened. */
export interface Shutdown {
  /** Registers a resource; it is closed before all that were opened earlier. */
  add: (name: string, close: () => Promise<void> | void) => void;
  /** Registers a resource that is closed together with `beside`: neither needs the other to close. */
  addBeside: (name: string, close: () => Promise<void> | void, beside: string) => void;
  /**
   * Closes everything once, last opened first, within the timeout; a step that times out is abandoned.
   * A second call waits for the first.
   */
  run: () => Promise<void>;
}

interface Step {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

/** For all steps together; supervisors kill after ten seconds. */
const TIMEOUT_MS = 8_000;

/** The share of the timeout that is reserved for the first resource: the database. */
const SHARE_OF_LAST = 1 / 8;

export const createShutdown = (log: Logger): Shutdown => {
  /** The steps of one row close at the same time. */
  const rows: Step[][] = [];

  const closeOne = async ({ name, close }: Step, timeoutMs: number): Promise<void> => {
    try {
      await withTimeout(Promise.resolve(close()), timeoutMs);
    } catch (error) {
      if (error instanceof TimeoutError) log.warn({ name }, 'shutdown step timed out');
      else log.warn({ err: error, name }, 'shutdown step failed');
    }
  };

  const closeAll = async (): Promise<void> => {
    const until = performance.now() + TIMEOUT_MS;
    const reservedMs = TIMEOUT_MS * SHARE_OF_LAST;
    for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
      const remainingMs = until - performance.now();
      // Each row gets half of the remaining time, so that a hanging row leaves time for the next.
      const timeoutMs = rows.length === 0 ? remainingMs : (remainingMs - reservedMs) / 2;
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

  /** A resource that was still being opened when the shutdown started is closed in its turn, or at once. */
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
