import { shuffled, type Random } from '#src/sandbox/padel-service/world/random.ts';
import type { VirtualTime } from './virtual-time.ts';
import { END } from './world.ts';

/** Something that goes wrong for a while. */
export interface Adversity {
  readonly begin: () => void | Promise<void>;
  readonly end: () => void | Promise<void>;
}

export interface Pace {
  /** Milliseconds of each, and of peace after it. */
  readonly lasts: number;
  readonly rests: number;
}

/**
 * Lets one after another go wrong until the evening ends, in an order that chance decides.
 * @returns how often something went wrong
 */
export const suffer = async (
  time: VirtualTime,
  random: Random,
  adversities: readonly Adversity[],
  { lasts, rests }: Pace,
): Promise<number> => {
  for (let times = 0; ;) {
    for (const { begin, end } of shuffled(random, adversities)) {
      if (Date.now() >= END) return times;
      await begin();
      await time.pass(lasts);
      await end();
      await time.pass(rests);
      times += 1;
    }
  }
};
