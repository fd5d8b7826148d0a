import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openStore } from '#src/store/connection/database.ts';
import { acquireLease } from '#src/store/processes/leases.ts';
import { openPostgresSession } from '#src/store/migrations/postgres-session.ts';
import { aLog } from '../lib/log.ts';
import { startPostgres, type Cluster } from '../store/postgres.ts';

/** The SQL statements of the script, without the meta-commands of psql. */
const [, words = ''] = /<<'SQL'\n([^]*)SQL\n/.exec(
  readFileSync('docs/operations/postgres-init.sh', 'utf8'),
) ?? ['', ''];
const statements = words
  .replace(/^\\.*\n/gm, '')
  .replace(":'password'", "'a password'")
  .split('\n')
  .filter((line) => line !== '');

let cluster: Cluster;
let admin: pg.Client;

beforeAll(async () => {
  cluster = await startPostgres('postgres');
  admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query("alter role postgres password 'a password'");
  for (const statement of statements) await admin.query(statement);
});

afterAll(async () => {
  await admin.end();
  await cluster.stop();
});

it("the bot's role is no superuser, and the superuser has no password", async () => {
  const { rows } = await admin.query(
    `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication as powers,
       rolpassword is not null as password
     from pg_authid where rolcanlogin order by rolname`,
  );
  expect(rows).toEqual([
    { name: 'bandeja', powers: false, password: true },
    { name: 'postgres', powers: true, password: false },
  ]);
});

it("the bot's role may create its tables and take over from a process that hangs", async () => {
  const url = cluster.url('bandeja', 'bandeja');
  const { close } = await openStore(url, aLog(), 'one');
  onTestFinished(close);
  const [one, two] = [await openPostgresSession(url, 'one'), await openPostgresSession(url, 'two')];
  onTestFinished(two.close);
  expect(await acquireLease(one, 'one', 'feed')).toBe(1);
  expect(await acquireLease(two, 'two', 'feed')).toBeNull();
  await two.query('update leases set renewed_at = renewed_at - $1', [60_000]);
  expect(await acquireLease(two, 'two', 'feed')).toBe(2);
  await one.ended;
});
