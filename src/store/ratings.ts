import type { RatingChange } from '../domain/rating-moves.ts';
import type { Match, Phase } from '../domain/match.ts';
import type { Rating } from '../domain/service-ratings.ts';
import type { Instant } from '../domain/terms.ts';
import { readableRows, readMatch } from './documents.ts';
import type { Db, Row } from './schema.ts';

/** A rating as the directory keeps it: in hundredths, since both databases hold integers alike. */
export const ratingColumns = (rating: Rating | undefined) => ({
  elo_hundredths: rating === undefined ? null : hundredths(rating),
  elo_since: rating?.since ?? null,
  elo_read_at: rating?.readAt ?? null,
});

const hundredths = ({ elo }: Pick<Rating, 'elo'>): number => Math.round(elo * 100);

/** The rating in a row of the directory, where it has one. */
export const ratingOf = (row: Row<'directory'>): { readonly rating?: Rating } =>
  row.elo_hundredths === null || row.elo_since === null || row.elo_read_at === null
    ? {}
    : { rating: { elo: row.elo_hundredths / 100, since: row.elo_since, readAt: row.elo_read_at } };

/** Keeps ratings as changes; one that is kept already stays as it is. */
export const keepRatingChanges = async (
  db: Db,
  ratings: readonly (Pick<Rating, 'elo' | 'since'> & { readonly playerId: number })[],
): Promise<void> => {
  if (ratings.length === 0) return;
  await db
    .insertInto('rating_changes')
    .values(
      ratings.map((rating) => ({
        player_id: rating.playerId,
        since: rating.since,
        elo_hundredths: hundredths(rating),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The ratings that these players had, as far as they are kept, in no order. */
export const ratingChanges = async (
  db: Db,
  playerIds: readonly number[],
): Promise<readonly RatingChange[]> => {
  if (playerIds.length === 0) return [];
  const rows = await db
    .selectFrom('rating_changes')
    .selectAll()
    .where('player_id', 'in', playerIds)
    .execute();
  return rows.map(({ player_id, since, elo_hundredths }) => ({
    playerId: player_id,
    since,
    elo: elo_hundredths / 100,
  }));
};

/** Matches that are over and changed last after an instant; null when there are more than `limit`. */
export const matchesOverSince = async (
  db: Db,
  since: Instant,
  limit: number,
): Promise<readonly Match[] | null> => {
  const rows = await db
    .selectFrom('matches')
    .select('match')
    .where('phase', '=', 'over' satisfies Phase)
    .where('changed_at', '>', since)
    .limit(limit + 1)
    .execute();
  return rows.length > limit ? null : readableRows(rows, ({ match }) => readMatch(match));
};

/** Forgets ratings from before an instant, but the latest of each player. */
export const forgetRatingChanges = async (db: Db, before: Instant): Promise<void> => {
  await db
    .deleteFrom('rating_changes')
    .where('since', '<', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('rating_changes as later')
          .select('later.since')
          .whereRef('later.player_id', '=', 'rating_changes.player_id')
          .whereRef('later.since', '>', 'rating_changes.since'),
      ),
    )
    .execute();
};
