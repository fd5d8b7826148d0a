import { shuffled, type Random } from '#src/sandbox/padel-service/world/random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Something that goes wrong for a while. */
export interface Adversity {
  readonly begin: () => void | Promise<void>;
  readonly end: () => void | Promise<void>;
}

/** Lets one after another go wrong, in an order that chance decides, with a while of rest after each. */
export const sufferAll = async (
  time: VirtualTime,
  random: Random,
  adversities: readonly Adversity[],
  { lasts, rests }: { readonly lasts: number; readonly rests: number },
): Promise<void> => {
  for (const { begin, end } of shuffled(random, adversities)) {
    await begin();
    await time.pass(lasts);
    await end();
    await time.pass(rests);
  }
};
