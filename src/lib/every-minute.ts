import { startLoop } from './loop.ts';
import { MINUTE } from './time.ts';

/** Runs work once in each minute; `stop` resolves when none is left running. The work must not reject. */
export type EveryMinute = (work: () => Promise<void>) => { readonly stop: () => Promise<void> };

/**
 * By the minutes of a clock in UTC: no change of a zone's clock skips or repeats one.
 * @param lookMs how often at the least it looks at the clock: one that runs fast needs it
 */
export const everyMinuteOf =
  (now: () => number, lookMs = MINUTE): EveryMinute =>
  (work) => {
    const running = new Set<Promise<void>>();
    const minuteNow = (): number => Math.floor(now() / MINUTE);
    let last = minuteNow();
    const loop = startLoop({
      run: (): Promise<number> => {
        const minute = minuteNow();
        if (minute !== last) {
          last = minute;
          // A minute does not wait for the slow work of the one before.
          const working = work().finally(() => running.delete(working));
          running.add(working);
        }
        return Promise.resolve(Math.min((minute + 1) * MINUTE - now(), lookMs));
      },
      // Nothing in it throws.
      onError: () => undefined,
    });
    return {
      stop: async () => {
        await loop.stop();
        await Promise.all(running);
      },
    };
  };
