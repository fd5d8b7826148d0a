import SqliteDatabase from 'better-sqlite3';
import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Tournament } from '../../domain/people.ts';
import { fileIn } from '../database-url.ts';
import { readableRows, readTournament } from '../documents.ts';
import { tokenHashOf, type RequestDay } from '../request-days.ts';

/** What the database knows of the requests that a token may still make. */
export interface CountedQuota {
  readonly days: readonly RequestDay[];
  readonly tournaments: readonly Tournament[];
}

interface Row {
  readonly day: string;
  readonly priority: string;
  /** PostgreSQL gives int8 as text unless it is told otherwise. */
  readonly requests: number | string;
}

interface Rows {
  readonly days: readonly Row[];
  readonly tournaments: readonly { readonly tournament: string }[];
}

const TOURNAMENTS = 'select tournament from tournaments';
const DAYS =
  'select day, priority, requests from request_days where token_hash = $hash and day >= $day';

const ANSWER_WITHIN = 5_000;

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

const fromServer = async (connectionString: string, hash: string, day: string): Promise<Rows> => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_WITHIN,
    query_timeout: ANSWER_WITHIN,
  });
  // One that breaks later is told by the query that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const text = DAYS.replace('$hash', '$1').replace('$day', '$2');
    return {
      days: (await client.query<Row>(text, [hash, day])).rows,
      tournaments: (await client.query<{ tournament: string }>(TOURNAMENTS)).rows,
    };
  } finally {
    await client.end();
  }
};

/**
 * What was sent with a token since the beginning of a day, `YYYY-MM-DD`, and the tournaments by which the
 * rest is planned; null where the database does not say, as before the first start.
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
    // What is wrong with the database is a finding of its own; tables of an earlier release count nothing.
    return null;
  }
};
