import { describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '../../../src/lib/time.ts';
import { createClock } from '#sandbox/padel-service/clock.ts';
import { followClock } from '#sandbox/padel-service/follow-clock.ts';

interface TimedEvent {
  readonly at: number;
}

const START = 1000 * HOUR;
const at = (hours: number): TimedEvent => ({ at: START + hours * HOUR });

/** Follows events on a clock that a test moves by hand, and exposes what was published. */
const follow = (
  events: readonly TimedEvent[],
  faults: { between?: () => void; onPublish?: (published: readonly TimedEvent[]) => void },
) => {
  let real = 0;
  let due: { at: number; act: () => void } | null = null;
  const published: TimedEvent[] = [];
  const errors: unknown[] = [];
  const follower = followClock<TimedEvent>({
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
      return events.filter((each) => each.at > after && each.at <= until);
    },
    publish(some) {
      faults.onPublish?.(some);
      published.push(...some);
    },
    onError: (error) => errors.push(error),
  });
  return {
    ...{ follower, published, errors },
    /** Moves the real clock to the next timer and fires it. */
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

describe('the clock follower', () => {
  it('publishes everything in order, and wakes up for the next event', async () => {
    const { published, pass, wait } = follow([at(1), at(2), at(20), at(20.05)], {});
    await pass(19 * HOUR + 58 * MINUTE);
    expect(published).toEqual([at(1), at(2)]);
    await wait();
    expect(published).toEqual([at(1), at(2), at(20)]);
    await wait();
    expect(published).toHaveLength(4);
  });

  it('reports an event that cannot be published, and continues with the next one', async () => {
    const [first, second, third] = [at(1), at(7), at(13)];
    const failure = new Error('no receiver');
    const { published, errors, pass } = follow([first, second, third], {
      onPublish(some) {
        if (some.includes(second)) throw failure;
      },
    });
    await pass(14 * HOUR);
    expect(published).toEqual([first, third]);
    expect(errors).toEqual([failure]);
  });

  it('reports failed lookups of current and upcoming events, and tries again later', async () => {
    const failure = new Error('no such day');
    let isBroken = true;
    const { follower, published, errors, pass, wait } = follow([at(1), at(1.05)], {
      between() {
        if (isBroken) throw failure;
      },
    });
    await pass(1 * HOUR);
    expect(errors).toEqual([failure, failure]);
    isBroken = false;
    await wait();
    expect(published).toEqual([at(1.05)]);
    await expect(follower.stop()).resolves.toBeUndefined();
  });
});
