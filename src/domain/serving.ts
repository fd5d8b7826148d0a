import type { LiveSet } from './live-points.ts';
import { isTieBreak } from './play.ts';
import { isCompleteSet } from './score.ts';
import { opponentOf, type ByTeam, type Team } from './terms.ts';

/**
 * Who serves, from the games in which the feed says it. Teams serve in turn, game by game, over the
 * ends of sets too, and a tie-break counts as one game. So one known game tells of all others of its
 * set, and of the sets beside it when the number of games between is certain. Games of one set that
 * contradict each other tell nothing.
 */
export interface Servers {
  /** Who serves a game, or the first point of a tie-break; null where it is unknown. */
  readonly of: (set: number, before: ByTeam<number>) => Team | null;
}

/** Who serves the first game of a set; undefined where nothing tells, null after a contradiction. */
type First = Team | null | undefined;

const gamesBefore = ({ team_1, team_2 }: ByTeam<number>): number => team_1 + team_2;

/** `team` after so many changes of serve. */
const afterChanges = (team: Team, changes: number): Team =>
  changes % 2 === 0 ? team : opponentOf(team);

const firstToldIn = ({ games }: LiveSet): First => {
  const firsts = games.flatMap(({ before, serving }) =>
    // In a tie-break the serve moves after each odd point: what the feed means is not certain.
    serving === undefined || isTieBreak(before) ? [] : [afterChanges(serving, gamesBefore(before))],
  );
  return new Set(firsts).size > 1 ? null : firsts[0];
};

/** Games of a set that is over; null while that is not certain. */
const lengthOf = ({ score }: LiveSet): number | null =>
  score !== null && isCompleteSet(score) ? gamesBefore(score) : null;

/** @param sets of one match, in order, none left out */
export const serversOf = (sets: readonly LiveSet[]): Servers => {
  const firsts = sets.map(firstToldIn);
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
      return first === undefined || first === null
        ? null
        : afterChanges(first, gamesBefore(before));
    },
  };
};

/** Who serves the next point of a tie-break: one point first, then two each. */
export const tieBreakServer = (first: Team, points: ByTeam<number>): Team =>
  afterChanges(first, Math.floor((points.team_1 + points.team_2 + 1) / 2));
