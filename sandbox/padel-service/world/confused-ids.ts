import type { Instant } from '../../../src/domain/terms.ts';
import type { Match } from './model.ts';
import type { Knowledge } from './world.ts';

/** Where an id does not stand for one match. */
export interface ConfusedIds {
  /** Matches that are entered under a second id as well. */
  readonly doubled: readonly number[];
  /** Ids that other matches have got, under which those are shown instead of their own, and since when. */
  readonly reused: readonly {
    readonly id: number;
    readonly by: number;
    readonly since: Instant;
  }[];
}

export const CLEAR_IDS: ConfusedIds = { doubled: [], reused: [] };

/** How far the second ids are from the first ones: behind all that a world has. */
const SECOND_IDS = 50_000_000;

export const secondIdOf = (id: number): number => id + SECOND_IDS;

/** Every record of a match; none when another match has its id. */
const recordsOf = (match: Match, { doubled, reused }: ConfusedIds): readonly Match[] => {
  if (reused.some(({ id }) => id === match.id)) return [];
  const own = reused.find(({ by }) => by === match.id);
  if (own !== undefined) return [{ ...match, id: own.id, created: own.since }];
  return doubled.includes(match.id) ? [match, { ...match, id: secondIdOf(match.id) }] : [match];
};

/** The records of these matches, in the order of their ids. */
export const confused = (matches: readonly Match[], ids: ConfusedIds): readonly Match[] =>
  ids === CLEAR_IDS
    ? matches
    : matches.flatMap((match) => recordsOf(match, ids)).toSorted((a, b) => a.id - b.id);

/** What is known while ids are confused. */
export const confusedKnowledge = (known: Knowledge, ids: ConfusedIds): Knowledge => {
  if (ids === CLEAR_IDS) return known;
  const matches = confused(known.matches, ids);
  const ownId = (id: number): number =>
    ids.reused.find((each) => each.id === id)?.by ??
    ids.doubled.find((each) => secondIdOf(each) === id) ??
    id;
  return {
    ...known,
    matches,
    match: (id) => {
      const match = known.match(ownId(id));
      return match === null
        ? null
        : (recordsOf(match, ids).find((each) => each.id === id) ??
            // The record that it was merged into, under an id of its own.
            (match.id === id || ids.reused.some(({ by }) => by === id) ? null : match));
    },
    matchesOf: (player) => confused(known.matchesOf(player), ids),
  };
};
