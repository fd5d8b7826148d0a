import type { Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf, playersOf } from '../src/domain/match.ts';
import { ratingMoves, type RatingMove } from '../src/domain/rating-moves.ts';
import { matchesOverSince, ratingChanges } from '../src/store/ratings.ts';

/** More matches than can lie between two useful rating reads. */
const MOST_MATCHES = 500;

/** How a result changed the players' ratings, by player id; null unless known for all. */
export const movesOf = async (
  { match, state }: HeldMatch,
  { db }: Services,
): Promise<ReadonlyMap<number, RatingMove> | null> => {
  if (phaseOf(state.status) !== 'over' || match.startedAt === null) return null;
  const ids = playersOf(match).map(({ id }) => id);
  const changes = await ratingChanges(db, ids);
  const started = match.startedAt;
  // The last rating of each before the match; matches before the oldest of these do not matter.
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
