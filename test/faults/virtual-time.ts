import { vi } from 'vitest';

/** Taken before anybody fakes it. */
const realTimeout = setTimeout;

const realPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    realTimeout(resolve, milliseconds);
  });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The clock and the timers of this process: of the bot and of the world outside alike. */
export interface VirtualTime {
  /** From now on, waits for what is on its way: answers how many requests that are. */
  readonly waitFor: (inFlight: () => number) => void;
  /** Lets so many milliseconds pass, with everything that is due in them. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Lets time pass until a moment, milliseconds since 1970. */
  readonly passTo: (moment: number) => Promise<void>;
  /**
   * Lets time pass until something has come about.
   * @throws what `check` threw last when it has not within so many milliseconds
   */
  readonly until: (check: () => void | Promise<void>, within: number) => Promise<void>;
  /** Lets time pass until somebody is done. */
  readonly done: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

/** Time passes in such steps: a request and its answer take one or two of them. */
const STEP = 500;

/** Turns of the event loop in which what is said over a socket of this machine arrives. */
const TURNS = 6;

/**
 * Makes time virtual: it stands until it is let pass. Sockets are real, so it waits for what is on
 * its way over them.
 * @param startsAt milliseconds since 1970
 * @param step milliseconds that pass at once
 */
export const startVirtualTime = (startsAt: number, step = STEP): VirtualTime => {
  vi.useFakeTimers({
    now: startsAt,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  let inFlight = (): number => 0;

  const arrive = async (): Promise<void> => {
    for (;;) {
      for (let turns = 0; turns < TURNS; turns += 1) await turn();
      if (inFlight() === 0) return;
      await realPause(1);
    }
  };

  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= step) {
      await vi.advanceTimersByTimeAsync(Math.min(step, left));
      await arrive();
    }
  };

  const done = async <T>(work: Promise<T>): Promise<T> => {
    const progress = { isDone: false };
    const note = (): void => {
      progress.isDone = true;
    };
    // Its error is for whoever waits for it.
    work.then(note, note);
    while (!progress.isDone) await pass(step);
    return work;
  };

  return {
    waitFor: (counted) => {
      inFlight = counted;
    },
    pass,
    passTo: (moment) => pass(moment - Date.now()),
    until: async (check, within) => {
      const latest = Date.now() + within;
      for (;;) {
        try {
          await check();
          return;
        } catch (error) {
          if (Date.now() >= latest) throw error;
        }
        await pass(step);
      }
    },
    done,
    stop: () => {
      vi.useRealTimers();
    },
  };
};
