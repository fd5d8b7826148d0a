import { matchesTogether } from '../stats/appearances.ts';
import type { Match, Pair } from '../world/model.ts';
import type { Knowledge } from '../world/world.ts';
import { moved, notFound } from './errors.ts';

/** Two players who are a team somewhere. */
export interface Partnership {
  /** The lower id first, in whichever order they were asked for. */
  readonly pair: Pair;
  /** The known matches in which they are a team, byes too. */
  readonly matches: readonly Match[];
}

/**
 * The pair that the two ids of a path stand for.
 * @throws ApiError 404 when one is unknown, when both are the same, or when no draw has the two
 * as a team; Moved when a record of theirs was merged into another one
 */
export const pairAt = (
  known: Knowledge,
  ids: { readonly player1: number; readonly player2: number },
): Partnership => {
  const one = known.player(ids.player1);
  const two = known.player(ids.player2);
  if (one === null || two === null || one.id === two.id) throw notFound();
  if (one.id !== ids.player1 || two.id !== ids.player2) {
    throw moved({ player1: one.id, player2: two.id });
  }
  const pair: Pair = one.id < two.id ? [one, two] : [two, one];
  const matches = matchesTogether(known, pair);
  if (matches.length === 0) throw notFound();
  return { pair, matches };
};
