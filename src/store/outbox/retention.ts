import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import { deleteRatingChanges } from '../matches/ratings.ts';
import type { Db } from '../connection/schema.ts';
import { deleteTies } from '../matches/ties.ts';

/** Rows deleted at once: SQLite blocks everything else meanwhile. */
const BATCH_SIZE = 500;

/**
 * Deletes events, deliveries, cards and matches from before `before`, follows of such matches, and
 * superseded ratings. Other follows, channels and names stay. It works in small batches, so that a day
 * of a million posts delays no alert, and can stop between two of them.
 */
export const deleteBefore = async (
  db: Db,
  before: Instant,
  signal?: AbortSignal,
): Promise<void> => {
  const isLeft = (): boolean => signal?.aborted !== true;

  const deleteFromTables = async (
    table: 'deliveries' | 'cards' | 'threads',
    column: 'eventId' | 'matchId',
    id: number,
  ): Promise<void> => {
    const [from, of] = [sql.table(table), sql.ref(column)];
    let deleted = BATCH_SIZE;
    while (deleted >= BATCH_SIZE && isLeft()) {
      const { numAffectedRows = 0n } = await sql`delete from ${from} where ${of} = ${id}
        and channel_key in (select channel_key from ${from} where ${of} = ${id} limit ${BATCH_SIZE})`.execute(
        db,
      );
      deleted = Number(numAffectedRows);
      await turn();
    }
  };

  const events = await db
    .selectFrom('events')
    .select('id')
    .where('createdAt', '<', before)
    .execute();
  for (const { id } of events) {
    await deleteFromTables('deliveries', 'eventId', id);
    // Last: after an interruption the event still exists and the next run continues.
    if (isLeft()) await db.deleteFrom('events').where('id', '=', id).execute();
  }

  const matches = await db
    .selectFrom('matches')
    .select('id')
    .where('changedAt', '<', before)
    .execute();
  for (const { id } of matches) {
    await deleteFromTables('cards', 'matchId', id);
    await deleteFromTables('threads', 'matchId', id);
    if (isLeft()) await deleteMatch(db, id);
    await turn();
  }
  if (isLeft()) await deleteRatingChanges(db, before);
  if (isLeft()) await deleteTies(db);
};

const deleteMatch = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('matchStates').where('matchId', '=', id).execute();
    await tx.deleteFrom('serverEvents').where('matchId', '=', id).execute();
    // Follows of a match that is over have no effect.
    await tx.deleteFrom('follows').where('kind', '=', 'match').where('targetId', '=', id).execute();
    await tx.deleteFrom('matches').where('id', '=', id).execute();
  });
