import type { Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf, playersOf } from '../src/domain/match.ts';
import { ratingMoves, type RatingMove } from '../src/domain/rating-moves.ts';
import { matchesOverSince, ratingChanges } from '../src/store/ratings.ts';

/** More than are played between two readings of a rating that are of any use here. */
const MOST_MATCHES = 500;

/** How a result moved its players, by their ids; null where that is not known of all. */
export const movesOf = async (
  { match, state }: HeldMatch,
  { db }: Services,
): Promise<ReadonlyMap<number, RatingMove> | null> => {
  if (phaseOf(state.status) !== 'over' || match.startedAt === null) return null;
  const ids = playersOf(match).map(({ id }) => id);
  const changes = await ratingChanges(db, ids);
  const started = match.startedAt;
  // The rating of each before the match; matches that ended before the oldest of them matter to none.
  const known = ids.map((id) =>
    Math.max(
      ...changes
        .filter(({ playerId, since }) => playerId === id && since <= started)
        .map(({ since }) => since),
    ),
  );
  const oldest = Math.min(...known);
  if (!Number.isFinite(oldest)) return null;
  const over = await matchesOverSince(db, oldest, MOST_MATCHES);
  return over === null ? null : ratingMoves(match, changes, over);
};
