import type { LiveSet } from './live-points.ts';
import { isTieBreak } from './play.ts';
import { isCompleteSet } from './score.ts';
import { opponentOf, sumOf, type ByTeam, type Team } from '../terms.ts';

/** Teams serve alternate games, across sets too: one known game tells the others. A set that contradicts itself is ignored. */
interface ServingOrder {
  /** The team that serves a game, or the first point of a tie-break; null when unknown. */
  readonly of: (set: number, before: ByTeam<number>) => Team | null;
}

/** Undefined when unknown, null after a contradiction. */
type First = Team | null | undefined;

export const afterChanges = (team: Team, changes: number): Team =>
  changes % 2 === 0 ? team : opponentOf(team);

const firstServerIn = ({ games }: LiveSet): First => {
  const firsts = games.flatMap(({ before, serving }) =>
    // In a tie-break the serve changes after each odd point: the feed's meaning is uncertain.
    serving === undefined || isTieBreak(before) ? [] : [afterChanges(serving, sumOf(before))],
  );
  return new Set(firsts).size > 1 ? null : firsts[0];
};

/** Games of a completed set; null while that is uncertain. */
const lengthOf = ({ score }: LiveSet): number | null =>
  score !== null && isCompleteSet(score) ? sumOf(score) : null;

/** @param sets all sets of one match, in order */
export const serversOf = (sets: readonly LiveSet[]): ServingOrder => {
  const firsts = sets.map(firstServerIn);
  const lengths = sets.map(lengthOf);
  const derive = (at: number, from: number, length: number | null | undefined): void => {
    const known = firsts[from];
    if (firsts[at] !== undefined || known === undefined || known === null) return;
    if (length !== undefined && length !== null) firsts[at] = afterChanges(known, length);
  };
  for (let at = 1; at < sets.length; at += 1) derive(at, at - 1, lengths[at - 1]);
  for (let at = sets.length - 2; at >= 0; at -= 1) derive(at, at + 1, lengths[at]);
  return {
    of: (set, before) => {
      const first = firsts[set - 1];
      return first === undefined || first === null ? null : afterChanges(first, sumOf(before));
    },
  };
};

/** The server of the next point of a tie-break: one point first, then two each. */
export const tieBreakServer = (first: Team, points: ByTeam<number>): Team =>
  afterChanges(first, Math.floor((sumOf(points) + 1) / 2));
