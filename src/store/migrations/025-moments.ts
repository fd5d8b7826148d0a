import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every kind before this migration, as a mask, and the two that are new. */
const EVERYTHING_BEFORE = 16_383;
const NEW_KINDS = 16_384 + 32_768;

/** Channels that chose every kind get key moments and upsets, too. */
export const moments: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`update channels set kinds = kinds | ${sql.lit(NEW_KINDS)}
      where kinds = ${sql.lit(EVERYTHING_BEFORE)}`.execute(db);
    await sql`create index channels_moments on channels (id) where (kinds & 49152) <> 0`.execute(
      db,
    );
  },
};
