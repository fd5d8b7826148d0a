import type { RatingChange } from '../../domain/people/rating-moves.ts';
import type { Match, Phase } from '../../domain/match/match.ts';
import type { Rating } from '../../domain/people/ratings.ts';
import type { Instant } from '../../domain/terms.ts';
import { readableRows, readMatch } from '../connection/documents.ts';
import type { Db, Row } from '../connection/schema.ts';

/** A rating in the directory, in hundredths: both databases store integers alike. */
export const ratingColumns = (rating: Rating | undefined) => ({
  eloHundredths: rating === undefined ? null : hundredths(rating),
  eloSince: rating?.since ?? null,
  eloReadAt: rating?.readAt ?? null,
});

const hundredths = ({ elo }: Pick<Rating, 'elo'>): number => Math.round(elo * 100);

export const ratingOf = (
  row: Pick<Row<'directory'>, 'eloHundredths' | 'eloSince' | 'eloReadAt'>,
): { readonly rating?: Rating } =>
  row.eloHundredths === null || row.eloSince === null || row.eloReadAt === null
    ? {}
    : { rating: { elo: row.eloHundredths / 100, since: row.eloSince, readAt: row.eloReadAt } };

/** Saves ratings as changes; an existing one stays as it is. */
export const saveRatingChanges = async (
  db: Db,
  ratings: readonly (Pick<Rating, 'elo' | 'since'> & { readonly playerId: number })[],
): Promise<void> => {
  if (ratings.length === 0) return;
  await db
    .insertInto('ratingChanges')
    .values(
      ratings.map((rating) => ({
        playerId: rating.playerId,
        since: rating.since,
        eloHundredths: hundredths(rating),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The stored ratings of these players over time, in no order. */
export const ratingChanges = async (
  db: Db,
  playerIds: readonly number[],
): Promise<readonly RatingChange[]> => {
  if (playerIds.length === 0) return [];
  const rows = await db
    .selectFrom('ratingChanges')
    .selectAll()
    .where('playerId', 'in', playerIds)
    .execute();
  return rows.map(({ playerId, since, eloHundredths }) => ({
    playerId,
    since,
    elo: eloHundredths / 100,
  }));
};

/** Finished matches that changed after an instant; null when there are more than `limit`. */
export const matchesFinishedSince = async (
  db: Db,
  since: Instant,
  limit: number,
): Promise<readonly Match[] | null> => {
  const rows = await db
    .selectFrom('matches')
    .select('match')
    .where('phase', '=', 'over' satisfies Phase)
    .where('changedAt', '>', since)
    .limit(limit + 1)
    .execute();
  return rows.length > limit ? null : readableRows(rows, ({ match }) => readMatch(match));
};

/** Deletes ratings from before an instant, except the latest of each player. */
export const deleteRatingChanges = async (db: Db, before: Instant): Promise<void> => {
  await db
    .deleteFrom('ratingChanges')
    .where('since', '<', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('ratingChanges as later')
          .select('later.since')
          .whereRef('later.playerId', '=', 'ratingChanges.playerId')
          .whereRef('later.since', '>', 'ratingChanges.since'),
      ),
    )
    .execute();
};
