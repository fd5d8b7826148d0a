import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './postgres-of-run.ts';

/** New databases in the PostgreSQL of this run, for one test file. */
export interface Databases {
  /** The superuser's connection, to a database that nobody works with. */
  readonly admin: pg.Client;
  /** The address of a database in which nothing is. */
  readonly empty: () => Promise<string>;
  /** The address of a database in which nothing is but the tables of today. */
  readonly migrated: () => Promise<string>;
  /** Deletes them, with whoever is still connected. */
  readonly stop: () => Promise<void>;
}

export const openDatabases = async (): Promise<Databases> => {
  const answer = await fetch(inject('postgres'));
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  const admin = new pg.Client(url);
  await admin.connect();
  const made: string[] = [];
  const copyOf = async (template: string): Promise<string> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    made.push(name);
    await admin.query(`create database ${name} template ${template}`);
    return url.replace(/postgres$/, name);
  };
  /** Whose pool has just ended may still be connected: cut off then, it would be an error of nobody's. */
  const areLeft = async (): Promise<void> => {
    for (let look = 0; look < 40; look += 1) {
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
      await areLeft();
      for (const name of made) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
};
