import type SqliteDatabase from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** Maximum number of cached statements. */
const MAX_STATEMENTS = 1_000;

/**
 * Caches prepared statements by SQL text. Kysely prepares each query again, which takes longer than
 * most queries run and holds memory until garbage collection.
 */
export const remembering = (database: SqliteDatabase.Database) => {
  const statements = new LRUCache<string, SqliteDatabase.Statement>({ max: MAX_STATEMENTS });
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
