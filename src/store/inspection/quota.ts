import SqliteDatabase from 'better-sqlite3';
import { existsSync } from 'node:fs';
import type { Tournament } from '../../domain/people/people.ts';
import { fileIn } from '../connection/database-url.ts';
import { readableRows, readTournament } from '../connection/documents.ts';
import { withClient } from './postgres.ts';
import { tokenHashOf, type RequestDay } from '../processes/request-days.ts';

export interface CountedQuota {
  readonly days: readonly RequestDay[];
  readonly tournaments: readonly Tournament[];
}

interface Row {
  readonly day: string;
  readonly priority: string;
  /** PostgreSQL returns int8 as text by default. */
  readonly requests: number | string;
}

interface Rows {
  readonly days: readonly Row[];
  readonly tournaments: readonly { readonly tournament: string }[];
}

const TOURNAMENTS = 'select tournament from tournaments';
const DAYS =
  'select day, priority, requests from request_days where token_hash = $hash and day >= $day';

const fromFile = (file: string, hash: string, day: string): Rows => {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    return {
      days: database.prepare<{ hash: string; day: string }, Row>(DAYS).all({ hash, day }),
      tournaments: database.prepare<[], { tournament: string }>(TOURNAMENTS).all(),
    };
  } finally {
    database.close();
  }
};

const fromServer = (url: string, hash: string, day: string): Promise<Rows> =>
  withClient(url, async (client) => {
    const text = DAYS.replace('$hash', '$1').replace('$day', '$2');
    return {
      days: (await client.query<Row>(text, [hash, day])).rows,
      tournaments: (await client.query<{ tournament: string }>(TOURNAMENTS)).rows,
    };
  });

/**
 * The requests of a token since the start of a day, `YYYY-MM-DD`, and the tournaments that the planner
 * uses for the remaining quota; null where the database has no counts, as before the first start.
 */
export const inspectQuota = async (
  url: string,
  token: string,
  day: string,
): Promise<CountedQuota | null> => {
  const file = fileIn(url);
  if (file !== null && !existsSync(file)) return null;
  const hash = tokenHashOf(token);
  try {
    const rows = await (file === null ? fromServer(url, hash, day) : fromFile(file, hash, day));
    return {
      days: rows.days.map((row) => ({ ...row, requests: Number(row.requests) })),
      tournaments: readableRows(rows.tournaments, (row) => readTournament(row.tournament)),
    };
  } catch {
    // Faults of the database have a finding of their own; tables of an earlier release have no counts.
    return null;
  }
};
