import { vi } from 'vitest';

/** Kept before the timers are faked. */
const realTimeout = setTimeout;

const realPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    realTimeout(resolve, milliseconds);
  });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The clock and the timers of this process, shared by the bot and the world outside it. */
export interface VirtualTime {
  /** From now on, each step waits until no requests are in flight, which `inFlight` counts. */
  readonly waitFor: (inFlight: () => number) => void;
  /** Lets so many milliseconds pass, with all timers that are due in them. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Lets time pass until a moment, milliseconds since 1970. */
  readonly passTo: (moment: number) => Promise<void>;
  /**
   * Lets time pass until `check` succeeds.
   * @throws the last error of `check` when it does not within so many milliseconds
   */
  readonly until: (check: () => void | Promise<void>, within: number) => Promise<void>;
  /** Lets time pass until a promise is settled. */
  readonly done: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

/** The default step, milliseconds; a request and its response take one or two steps. */
const STEP = 500;

/** Turns of the event loop in which data arrives over a socket of this machine. */
const TURNS = 6;

/**
 * Makes time virtual: it passes only on request. Sockets stay real, so each step waits for what is
 * in flight over them.
 * @param startsAt milliseconds since 1970
 * @param step milliseconds
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
    // The caller gets its error from the returned promise.
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
