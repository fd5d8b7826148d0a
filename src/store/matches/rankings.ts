import { z } from 'zod';
import type { RankingEdition } from '../../domain/alerts/events.ts';
import type { Category } from '../../domain/terms.ts';
import { readableRows, reader } from '../connection/documents.ts';
import { rankedPlayer } from '../../domain/alerts/event-schema.ts';
import type { Db } from '../connection/schema.ts';

interface KeptRanking extends RankingEdition {
  /** The Monday of this edition; the eve of a Monday where the service did not date it. */
  readonly date: string;
}

const readPlayers = reader(z.array(rankedPlayer));

/** The newest stored ranking of a category. */
export const lastRanking = async (db: Db, category: Category): Promise<KeptRanking | undefined> => {
  const rows = await db
    .selectFrom('rankings')
    .selectAll()
    .where('category', '=', category)
    .orderBy('onDate', 'desc')
    // The one before serves where the newest is unreadable.
    .limit(2)
    .execute();
  return readableRows(rows, (row) => ({
    date: row.onDate,
    players: readPlayers(row.document),
  }))[0];
};

export const saveRanking = async (
  db: Db,
  category: Category,
  { date, players }: KeptRanking,
): Promise<void> => {
  await db
    .insertInto('rankings')
    .values({ category, onDate: date, document: JSON.stringify(players) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
