import { MINUTE } from '../lib/time.ts';
import { phaseOf, playersOf, type Match } from './match.ts';
import type { Instant } from './terms.ts';

/** A rating that a player had from an instant on, as it was first read. */
export interface RatingChange {
  readonly playerId: number;
  readonly since: Instant;
  readonly elo: number;
}

/** How a result moved a player. */
export interface RatingMove {
  readonly before: number;
  readonly after: number;
}

/** When a match ended; null where that is unknown. */
export const endOf = ({ startedAt, duration }: Match): Instant | null =>
  startedAt === null || duration === null ? null : startedAt + duration * MINUTE;

/** Walkovers and matches of teams move nobody. */
const isRated = ({ status, tie }: Match): boolean =>
  (status === 'finished' || status === 'retired') && tie === undefined;

/**
 * How a result moved its players, by their ids: from the last rating that was read before it began to
 * the next one, read after it was over. Null unless that is known of all four, and of each no other
 * result lies between the two readings.
 * @param changes the ratings of its players, in any order
 * @param over matches that are over, at least those that ended between the readings
 */
export const ratingMoves = (
  match: Match,
  changes: readonly RatingChange[],
  over: readonly Match[],
): ReadonlyMap<number, RatingMove> | null => {
  const { startedAt } = match;
  const end = endOf(match);
  const players = playersOf(match);
  if (startedAt === null || end === null || players.length !== 4 || !isRated(match)) return null;

  const moveOf = (id: number): RatingMove | null => {
    const own = changes
      .filter(({ playerId }) => playerId === id)
      .toSorted((a, b) => a.since - b.since);
    const next = own.findIndex(({ since }) => since > startedAt);
    const [before, after] = [own[next - 1], own[next]];
    if (before === undefined || after === undefined || after.since < end) return null;
    const isMixed = over.some(
      (other) => other.id !== match.id && isBetween(other, id, before.since, after.since),
    );
    return isMixed ? null : { before: before.elo, after: after.elo };
  };

  const moves = players.flatMap(({ id }) => {
    const move = moveOf(id);
    return move === null ? [] : [[id, move] as const];
  });
  return moves.length === players.length ? new Map(moves) : null;
};

/** Whether a result of a player may have moved them between two instants. */
const isBetween = (other: Match, playerId: number, from: Instant, to: Instant): boolean => {
  const isTheirs = playersOf(other).some(({ id }) => id === playerId);
  if (!isTheirs || phaseOf(other.status) !== 'over' || !isRated(other)) return false;
  const end = endOf(other);
  // One that ended nobody knows when may have been then.
  return end === null || (end > from && end < to);
};
