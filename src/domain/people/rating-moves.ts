import { MINUTE } from '../../lib/time.ts';
import { playersOf, type Match, isOver } from '../match/match.ts';
import type { Instant } from '../terms.ts';

/** A player's rating from the instant at which it was first read. */
export interface RatingChange {
  readonly playerId: number;
  readonly since: Instant;
  readonly elo: number;
}

export interface RatingMove {
  readonly before: number;
  readonly after: number;
}

const endOf = ({ startedAt, duration }: Match): Instant | null =>
  startedAt === null || duration === null ? null : startedAt + duration * MINUTE;

/** Walkovers and team matches change no rating. */
const isRated = ({ status, tie }: Match): boolean =>
  (status === 'finished' || status === 'retired') && tie === undefined;

/**
 * How a result moved its players' ratings, by id: from the last one read before the start to the first after the end.
 * Null unless known for all four, with no other result of `over` between the two reads.
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

/** Whether another result may have changed a player's rating between two instants. */
const isBetween = (other: Match, playerId: number, from: Instant, to: Instant): boolean => {
  const isTheirs = playersOf(other).some(({ id }) => id === playerId);
  if (!isTheirs || !isOver(other) || !isRated(other)) return false;
  const end = endOf(other);
  // Without a known end it may lie in between.
  return end === null || (end > from && end < to);
};
