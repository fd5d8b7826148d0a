import type { Pair } from '../model.ts';
import { chance, pickFrom, wholeBetween, type Random } from '../random.ts';

/** Pairs of one category and the partings that a later week may undo. */
export interface Partnerships {
  readonly pairs: readonly Pair[];
  readonly partings: readonly (readonly [Pair, Pair])[];
}

/** Weekly chance that a pair parts, and that a parting of the past is undone. */
const PARTING = 0.012;
/** The best stay together: the chance grows with the rank up to here. */
const RESTLESS = 8;
const RETURN = 0.12;
/** Pairs that exchange partners are at most this far apart in the ranking, the best ones less. */
const REACH = 5;

const reachOf = (rank: number): number => Math.min(REACH, 1 + Math.floor(rank / 2));

const partingOf = (rank: number): number => PARTING * Math.min(1, (rank + 1) / RESTLESS);

const isSame = (a: Pair, b: Pair): boolean => a[0].id === b[0].id && a[1].id === b[1].id;

const replaced = (pairs: readonly Pair[], old: readonly Pair[], now: readonly Pair[]): Pair[] =>
  pairs.map((pair) => now[old.findIndex((each) => isSame(each, pair))] ?? pair);

const crossed = ([a, b]: readonly [Pair, Pair]): readonly [Pair, Pair] => [
  [a[0], b[1]],
  [b[0], a[1]],
];

const withParting = ({ pairs, partings }: Partnerships, two: readonly [Pair, Pair]) => ({
  pairs: replaced(pairs, two, crossed(two)),
  partings: [...partings, two],
});

const withReturn = (before: Partnerships, parting: readonly [Pair, Pair]): Partnerships => {
  const today = crossed(parting);
  const areStill = today.every((pair) => before.pairs.some((each) => isSame(each, pair)));
  const partings = before.partings.filter((each) => each !== parting);
  return { partings, pairs: areStill ? replaced(before.pairs, today, parting) : before.pairs };
};

/**
 * The partnerships after one more week: now and then two pairs of like rank exchange partners, and
 * some who did so find back.
 * @param before its pairs in the order of their ranking
 */
export const afterWeek = (random: Random, before: Partnerships): Partnerships => {
  let now = before;
  before.pairs.forEach((pair, rank) => {
    if (!chance(random, partingOf(rank) / 2)) return;
    const other = before.pairs[rank + wholeBetween(random, 1, reachOf(rank))];
    const areStill = (two: readonly Pair[]): boolean =>
      two.every((each) => now.pairs.some((current) => isSame(current, each)));
    if (other && areStill([pair, other])) now = withParting(now, [pair, other]);
  });
  if (now.partings.length > 0 && chance(random, RETURN)) {
    now = withReturn(now, pickFrom(random, now.partings));
  }
  return now;
};
