import type { Withheld } from '../match/match.ts';
import type { Player } from './people.ts';
import type { Category } from '../terms.ts';

/** The ids of two players who play together, in any order. */
export type PairIds = readonly [number, number];

export interface Pair {
  readonly ids: PairIds;
  readonly name: string;
  readonly category: Category | null;
  readonly points: number | null;
  /** Local dates, `YYYY-MM-DD`. */
  readonly firstMatchOn: string | null;
  readonly lastMatchOn: string | null;
  readonly players: readonly Player[];
  readonly withheld: Withheld;
}

/** Player ids stay below this, so that two of them fit into one exact number. */
const IDS = 2 ** 26;

/** Whether two ids fit into one key; the service's ids are far smaller. */
export const hasKey = (ids: PairIds): boolean => ids.every((id) => id < IDS);

/** One number for a pair in either order, for follows and the directory. @throws RangeError for too large an id */
export const pairKey = ([one, two]: PairIds): number => {
  if (!hasKey([one, two])) throw new RangeError(`no player has an id as large as ${IDS}`);
  return Math.min(one, two) * IDS + Math.max(one, two);
};

export const idsOfPair = (key: number): PairIds => [Math.floor(key / IDS), key % IDS];

/** The key after one player was merged into another; null when both turn out to be the same person. */
export const pairKeyAfterMerge = (key: number, from: number, to: number): number | null => {
  const [one, two] = idsOfPair(key).map((id) => (id === from ? to : id));
  return one === undefined || two === undefined || one === two ? null : pairKey([one, two]);
};

/** The pair of a team, the lower id first; null unless it is two different players. */
export const pairOf = <P extends { readonly id: number }>(
  team: readonly P[],
): readonly [P, P] | null => {
  const [one, two, ...more] = team;
  if (one === undefined || two === undefined || more.length > 0 || one.id === two.id) return null;
  return one.id < two.id ? [one, two] : [two, one];
};

/** From `first` to `last` where theirs is the lower id; else their id is the key's remainder by `step`. */
export const keysOfPlayer = (id: number) => ({
  first: id * IDS,
  last: (id + 1) * IDS - 1,
  step: IDS,
});
