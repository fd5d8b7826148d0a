import { shuffled, type Random } from '#sandbox/padel-service/world/random.ts';
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
  /** Whether nothing more is to go wrong; so it is at the end of the evening unless stated. */
  readonly isOver?: () => boolean;
}

/**
 * Lets one after another go wrong until it is over, in an order that chance decides.
 * @returns how often something went wrong
 */
export const suffer = async (
  time: Pick<VirtualTime, 'pass'>,
  random: Random,
  adversities: readonly Adversity[],
  { lasts, rests, isOver = () => Date.now() >= END }: Pace,
): Promise<number> => {
  for (let times = 0; ;) {
    for (const { begin, end } of shuffled(random, adversities)) {
      if (isOver()) return times;
      await begin();
      await time.pass(lasts);
      await end();
      await time.pass(rests);
      times += 1;
    }
  }
};
