import { existsSync } from 'node:fs';
import { fileIn } from '../connection/database-url.ts';
import { readDatabase } from '../connection/database.ts';
import { knownTournaments } from '../matches/match-lists.ts';
import { requestDaysSince, tokenHashOf } from '../processes/request-days.ts';
import { inspectPostgres, type PostgresFacts } from './postgres.ts';
import { inspectSqlite, type SqliteFacts } from './sqlite.ts';

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

/**
 * The requests of a token since the start of a day, `YYYY-MM-DD`, and the tournaments that the planner
 * uses for the remaining quota; null where the database has no counts, as before the first start.
 */
export const inspectQuota = async (url: string, token: string, day: string) => {
  const file = fileIn(url);
  if (file !== null && !existsSync(file)) return null;
  try {
    return await readDatabase(url, async (db) => ({
      days: await requestDaysSince(db, tokenHashOf(token), day),
      tournaments: await knownTournaments(db),
    }));
  } catch {
    // Faults of the database have a finding of their own; tables of an earlier release have no counts.
    return null;
  }
};

export type CountedQuota = NonNullable<Awaited<ReturnType<typeof inspectQuota>>>;
