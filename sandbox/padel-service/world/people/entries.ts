import { bracketSize } from '../draws/draw.ts';
import type { Level, Pair } from '../model.ts';
import { chance, shuffled, type Random } from '../random.ts';

/** How many of the best pairs stay away from the lower events. */
const ABSTAINING: Readonly<Partial<Record<Level, number>>> = {
  fip_platinum: 10,
  fip_gold: 30,
  fip_other: 45,
};

/** Chance that a pair misses a week. */
const ABSENCE = 0.06;

/** Share of a draw that goes to qualifiers and invited pairs, from so many next in line. */
const QUALIFIED = 0.12;
const IN_LINE = 50;

/**
 * Who plays a tournament, the best first.
 * @param ranked all pairs that are free, the best first
 * @param size pairs in the main draw
 */
export const entriesOf = (
  random: Random,
  level: Level,
  size: number,
  ranked: readonly Pair[],
): Pair[] => {
  const willing = ranked.slice(ABSTAINING[level] ?? 0).filter(() => !chance(random, ABSENCE));
  const isClosed = size === bracketSize(size) && size <= 8;
  const direct = isClosed ? size : Math.round(size * (1 - QUALIFIED));
  const next = shuffled(random, willing.slice(direct, direct + IN_LINE));
  const qualified = new Set(next.slice(0, size - direct));
  return willing.filter((pair, rank) => rank < direct || qualified.has(pair));
};
