import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from './logger.ts';

/** What has to be closed, registered where it is opened. */
export interface Shutdown {
  add: (name: string, close: () => Promise<void> | void) => void;
  /**
   * Closes everything once, last opened first; each within a deadline, so that none blocks all.
   * Whoever asks again waits for the same end.
   */
  run: () => Promise<void>;
}

const DEADLINE = 5_000;

/** @param deadline milliseconds that each step may take. */
export const createShutdown = (log: Logger, deadline = DEADLINE): Shutdown => {
  const steps: { readonly name: string; readonly close: () => Promise<void> | void }[] = [];

  const closeOne = async ({ name, close }: (typeof steps)[number]): Promise<void> => {
    try {
      const late = pause(deadline, 'late' as const, { ref: false });
      const outcome = await Promise.race([Promise.resolve(close()), late]);
      if (outcome === 'late') log.warn({ name }, 'did not close in time');
    } catch (error) {
      log.warn({ err: error, name }, 'could not be closed cleanly');
    }
  };

  const closeAll = async (): Promise<void> => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) await closeOne(step);
  };

  let closing: Promise<void> | undefined;
  return {
    add: (name, close) => {
      steps.push({ name, close });
    },
    run: () => (closing ??= closeAll()),
  };
};
