import { shuffled, type Random } from '#sandbox/padel-service/world/random.ts';
import type { VirtualTime } from './virtual-time.ts';
import { END } from './world.ts';

/** Something that goes wrong for a while. */
export interface Adversity {
  readonly begin: () => void | Promise<void>;
  readonly end: () => void | Promise<void>;
}

export interface Pace {
  /** How long each adversity lasts, milliseconds. */
  readonly lasts: number;
  /** How long nothing goes wrong after it, milliseconds. */
  readonly pauses: number;
  /** True when nothing more is to go wrong; by default at the end of the evening. */
  readonly isOver?: () => boolean;
}

/**
 * Runs the adversities one after the other, in random order, again and again until `isOver`.
 * @returns how many adversities there were
 */
export const suffer = async (
  time: Pick<VirtualTime, 'pass'>,
  random: Random,
  adversities: readonly Adversity[],
  { lasts, pauses, isOver = () => Date.now() >= END }: Pace,
): Promise<number> => {
  for (let times = 0; ;) {
    for (const { begin, end } of shuffled(random, adversities)) {
      if (isOver()) return times;
      await begin();
      await time.pass(lasts);
      await end();
      await time.pass(pauses);
      times += 1;
    }
  }
};
