import { fileIn } from '../connection/database-url.ts';
import { inspectPostgres, type PostgresFacts } from './postgres.ts';
import { freeBeside, inspectSqlite, type SqliteFacts } from './sqlite.ts';

export type { PostgresFacts } from './postgres.ts';
export { troubleOf, type DatabaseTrouble } from '../trouble.ts';
export type { SchemaState } from '../migrations/migrations.ts';
export type { SqliteFacts } from './sqlite.ts';

/**
 * The facts of a usable database, or why it cannot be used, with the code of SQLite, PostgreSQL or the
 * system.
 */
export type DatabaseInspection =
  | SqliteFacts
  | PostgresFacts
  | { readonly kind: 'unusable'; readonly cause: unknown };

/** Inspects the database at `url` without changing it or its tables. */
export const inspectDatabase = async (url: string): Promise<DatabaseInspection> => {
  const file = fileIn(url);
  try {
    return file === null ? await inspectPostgres(url) : inspectSqlite(file);
  } catch (error) {
    return { kind: 'unusable', cause: error };
  }
};

/** Free bytes on the disk of the file at `url`; null when it is not a file. */
export const freeBytes = (url: string): number | null => {
  const file = fileIn(url);
  return file === null ? null : freeBeside(file);
};
