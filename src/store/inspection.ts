import { fileIn } from './database-url.ts';
import { inspectPostgres, type PostgresFacts } from './inspection/postgres.ts';
import { freeBeside, inspectSqlite, type SqliteFacts } from './inspection/sqlite.ts';

export type { PostgresFacts } from './inspection/postgres.ts';
export { troubleOf, type DatabaseTrouble } from './inspection/trouble.ts';
export type { SchemaState } from './inspection/schema-state.ts';
export type { SqliteFacts } from './inspection/sqlite.ts';

/** What a database is, or why it cannot be used: the code of SQLite, of PostgreSQL or of the system. */
export type DatabaseInspection =
  SqliteFacts | PostgresFacts | { readonly kind: 'unusable'; readonly cause: unknown };

/** Looks at the database named by `url` as the bot would find it; neither it nor its tables are changed. */
export const inspectDatabase = async (url: string): Promise<DatabaseInspection> => {
  const file = fileIn(url);
  try {
    return file === null ? await inspectPostgres(url) : inspectSqlite(file);
  } catch (error) {
    return { kind: 'unusable', cause: error };
  }
};

/** Bytes that may still be written where the file named by `url` is; null when it is no file. */
export const freeBytes = (url: string): number | null => {
  const file = fileIn(url);
  return file === null ? null : freeBeside(file);
};
