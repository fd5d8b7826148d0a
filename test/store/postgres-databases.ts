import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './postgres-of-run.ts';

/** New databases in the PostgreSQL of this run, for one test file. */
export interface Databases {
  /** The superuser's connection, to a database that no test uses. */
  readonly admin: pg.Client;
  /** Creates an empty database. @returns its URL */
  readonly empty: () => Promise<string>;
  /** Creates a database with the current tables and no rows. @returns its URL */
  readonly migrated: () => Promise<string>;
  /** Deletes them, and closes the connections to them. */
  readonly stop: () => Promise<void>;
}

export const openDatabases = async (): Promise<Databases> => {
  const response = await fetch(inject('postgres'));
  const url = await response.text();
  if (!response.ok) throw new Error(url);
  const admin = new pg.Client(url);
  await admin.connect();
  const made: string[] = [];
  const copyOf = async (template: string): Promise<string> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    made.push(name);
    await admin.query(`create database ${name} template ${template}`);
    return url.replace(/postgres$/, name);
  };
  /**
   * Waits until pools that have just ended are disconnected: terminating one of their connections would
   * raise an error that nothing handles.
   */
  const untilDisconnected = async (): Promise<void> => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const { rows } = await admin.query('select 1 from pg_stat_activity where datname = any($1)', [
        made,
      ]);
      if (rows.length === 0) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    admin,
    empty: () => copyOf('template1'),
    migrated: () => copyOf(TEMPLATE),
    stop: async () => {
      await untilDisconnected();
      for (const name of made) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
};
