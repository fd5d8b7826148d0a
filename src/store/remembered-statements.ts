import type SqliteDatabase from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** Texts of queries whose statements are kept. */
const STATEMENTS = 1_000;

/**
 * Kysely prepares each query anew, which takes longer than most of them run, and memory that is given
 * back late: here once for a text.
 */
export const remembering = (database: SqliteDatabase.Database) => {
  const statements = new LRUCache<string, SqliteDatabase.Statement>({ max: STATEMENTS });
  return {
    close: () => {
      database.close();
    },
    prepare: (text: string) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      const statement = database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
};
