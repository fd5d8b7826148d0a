import { describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '../../../src/lib/time.ts';
import { createClock } from '#sandbox/padel-service/clock.ts';
import { followClock } from '#sandbox/padel-service/follow-clock.ts';

interface Happening {
  readonly at: number;
}

const START = 1000 * HOUR;
const at = (hours: number): Happening => ({ at: START + hours * HOUR });

/** A follower of happenings, on a clock that runs with the real one, and both at hand. */
const follow = (
  happenings: readonly Happening[],
  faults: { between?: () => void; tell?: (told: readonly Happening[]) => void },
) => {
  let real = 0;
  let due: { at: number; act: () => void } | null = null;
  const told: Happening[] = [];
  const errors: unknown[] = [];
  const follower = followClock<Happening>({
    clock: createClock(
      { real, world: START, speed: 1 },
      () => real,
      () => undefined,
    ),
    timers: {
      after(milliseconds, act) {
        due = { at: real + milliseconds, act };
        return () => {
          due = null;
        };
      },
    },
    between(after, until) {
      faults.between?.();
      return happenings.filter((each) => each.at > after && each.at <= until);
    },
    publish(some) {
      faults.tell?.(some);
      told.push(...some);
    },
    onError: (error) => errors.push(error),
  });
  return {
    ...{ follower, told, errors },
    /** Goes to the next timer and lets it act. */
    wait: async (): Promise<void> => {
      if (due === null) throw new Error('Nothing is waited for');
      real = due.at;
      due.act();
      await follower.catchUp();
    },
    pass: async (milliseconds: number): Promise<void> => {
      real += milliseconds;
      await follower.catchUp();
    },
  };
};

describe('a follower of the clock', () => {
  it('tells everything in order, and wakes for what comes next', async () => {
    const { told, pass, wait } = follow([at(1), at(2), at(20), at(20.05)], {});
    await pass(19 * HOUR + 58 * MINUTE);
    expect(told).toEqual([at(1), at(2)]);
    await wait();
    expect(told).toEqual([at(1), at(2), at(20)]);
    await wait();
    expect(told).toHaveLength(4);
  });

  it('reports what cannot be told, and goes on with what comes after it', async () => {
    const [first, second, third] = [at(1), at(7), at(13)];
    const failure = new Error('no receiver');
    const { told, errors, pass } = follow([first, second, third], {
      tell(some) {
        if (some.includes(second)) throw failure;
      },
    });
    await pass(14 * HOUR);
    expect(told).toEqual([first, third]);
    expect(errors).toEqual([failure]);
  });

  it('reports what cannot be looked up, at once and ahead, and wakes again', async () => {
    const failure = new Error('no such day');
    let isBroken = true;
    const { follower, told, errors, pass, wait } = follow([at(1), at(1.05)], {
      between() {
        if (isBroken) throw failure;
      },
    });
    await pass(1 * HOUR);
    expect(errors).toEqual([failure, failure]);
    isBroken = false;
    await wait();
    expect(told).toEqual([at(1.05)]);
    await expect(follower.stop()).resolves.toBeUndefined();
  });
});
