import { z } from 'zod';
import type { Category } from '../../domain/terms.ts';
import { readableRows, reader } from '../connection/documents.ts';
import type { Db } from '../connection/schema.ts';

export interface RankingRow {
  readonly id: number;
  readonly name: string;
  readonly place: number;
  readonly points: number | null;
}

interface KeptRanking {
  readonly date: string;
  readonly rows: readonly RankingRow[];
}

const readRows = reader(
  z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      place: z.number(),
      points: z.number().nullable(),
    }),
  ),
);

/** The stored rankings of a category, the newest first. */
export const lastRankings = async (
  db: Db,
  category: Category,
  limit: number,
): Promise<readonly KeptRanking[]> => {
  const rows = await db
    .selectFrom('rankings')
    .selectAll()
    .where('category', '=', category)
    .orderBy('on_date', 'desc')
    .limit(limit)
    .execute();
  return readableRows(rows, (row) => ({ date: row.on_date, rows: readRows(row.document) }));
};

export const saveRanking = async (
  db: Db,
  category: Category,
  { date, rows }: KeptRanking,
): Promise<void> => {
  await db
    .insertInto('rankings')
    .values({ category, on_date: date, document: JSON.stringify(rows) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
