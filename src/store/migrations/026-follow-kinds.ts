import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A mask of every kind, also of those to come; and the same without key moments and upsets. */
const ALL_KINDS = 2_147_483_647;
const WITHOUT_MOMENTS = ALL_KINDS - 49_152;

/** The kinds of alert that each follow brings: direct messages get key moments only by choice. */
export const followKinds: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('follows')
      .addColumn('kinds', 'integer', (column) => column.notNull().defaultTo(sql.lit(ALL_KINDS)))
      .execute();
    await sql`update follows set kinds = ${sql.lit(WITHOUT_MOMENTS)}
      where channel_id in (select id from channels where kind = 'direct')`.execute(db);
  },
};
