import { ROUNDS, type Round } from '../../../../src/domain/terms.ts';
import type { Pair } from '../model.ts';
import { shuffled, type Random } from '../random.ts';

/** The smallest bracket for this number of pairs. */
export const bracketSize = (pairs: number): number => 2 ** Math.ceil(Math.log2(pairs));

/** The rounds of a draw of this many pairs, in order: 28 pairs play 16, 8, 4, 2, 1. */
export const roundsOf = (pairs: number): readonly Round[] =>
  ROUNDS.filter((round) => round < bracketSize(pairs)).toReversed();

/** Positions of a bracket by seed, so that better seeds meet later; seed 1 at the top. */
const positionsBySeed = (size: number): number[] => {
  let seeds = [0];
  while (seeds.length < size) {
    const last = seeds.length * 2 - 1;
    seeds = seeds.flatMap((seed, index) =>
      index % 2 === 0 ? [seed, last - seed] : [last - seed, seed],
    );
  }
  return Array.from({ length: size }, (_, seed) => seeds.indexOf(seed));
};

/** Seeds of one class (3–4, 5–8, 9–16 …) are drawn among their positions. */
const drawnWithinClasses = (random: Random, positions: readonly number[]): number[] => {
  const drawn: number[] = [];
  for (let from = 0, to = 1; from < positions.length; from = to, to *= 2) {
    drawn.push(...shuffled(random, positions.slice(from, to)));
  }
  return drawn;
};

/**
 * Puts the pairs into the bracket's slots, top to bottom; null is an empty slot, which gives its
 * neighbour a bye. The better half is seeded; the byes go to the best.
 * @param entries the pairs, the best first
 */
export const drawBracket = (random: Random, entries: readonly Pair[]): (Pair | null)[] => {
  const size = bracketSize(entries.length);
  const byes = size - entries.length;
  const seededPositions = drawnWithinClasses(random, positionsBySeed(size).slice(0, size / 2));
  const slots: (Pair | null | undefined)[] = Array.from({ length: size }, () => undefined);

  seededPositions.forEach((position, seed) => {
    slots[position] = entries[seed] ?? null;
    if (seed < byes) slots[position ^ 1] = null;
  });
  const unseeded = shuffled(random, entries.slice(size / 2));
  return slots.map((slot) => (slot === undefined ? (unseeded.pop() ?? null) : slot));
};
