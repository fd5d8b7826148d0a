import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databaseFindings } from '#src/doctor/database.ts';
import { lineOf } from '#src/doctor/finding.ts';
import { openStore } from '#src/store/connection/database.ts';
import { inspectDatabase } from '#src/store/inspection/inspection.ts';
import { openPostgresSession } from '#src/store/migrations/postgres-session.ts';
import { freePort } from '../free-port.ts';
import { CERTIFICATE, KEY } from './certificate.ts';
import { aLog } from '../lib/log.ts';
import { startPostgres, type Cluster } from '../store/postgres.ts';

let cluster: Cluster;
let admin: pg.Client;

/** The user `guarded` needs a password, `hidden` needs TLS; the others need neither. */
const ACCESS = `
  copy (values ('host all guarded 127.0.0.1/32 scram-sha-256'), ('hostssl all hidden 127.0.0.1/32 trust'),
    ('host all hidden 127.0.0.1/32 reject'), ('host all all 127.0.0.1/32 trust'))
  to `;

/** A file in the folder of the server, which owns it. */
const aFile = async (name: string, text: string): Promise<string> => {
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const folder = rows[0]?.data_directory ?? '';
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
  return file;
};

beforeAll(async () => {
  cluster = await startPostgres();
  admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  const { rows } = await admin.query<{ hba_file: string }>('show hba_file');
  await admin.query(`${ACCESS} '${rows[0]?.hba_file ?? ''}'`);
  await admin.query("create role guarded login password 'open sesame'");
  await admin.query('create role hidden login');
  await admin.query('select pg_reload_conf()');
});

afterAll(async () => {
  await admin.end();
  await cluster.stop();
});

let made = 0;

const anEmptyDatabase = async (more = ''): Promise<string> => {
  made += 1;
  await admin.query(`create database doctor_${made} ${more}`);
  return `doctor_${made}`;
};

const as = (user: string, database: string): string =>
  cluster.url(database).replace('//bandeja@', `//${user}@`);

/** The findings with a fixed latency of 1.5 ms, however busy this machine is. */
const linesOf = async (url: string): Promise<readonly string[]> => {
  const inspection = await inspectDatabase(url);
  const isThere = inspection.kind === 'postgres';
  return databaseFindings(isThere ? { ...inspection, latency: 1.5 } : inspection).map(lineOf);
};

const FACTS = String.raw`PostgreSQL \d+[.\d]*, 1\.5 ms away, \d+ of 40 connections in use; processes of the bot at work: `;

describe('the findings about PostgreSQL', () => {
  it('approve an empty database', async () => {
    const lines = await linesOf(cluster.url(await anEmptyDatabase()));
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^✓ Database {9}${FACTS}0\\.$`)),
      '✓ Tables           None yet: the first start creates them.',
    ]);
  });

  it('approve current tables, and count the processes that use them', async () => {
    const url = cluster.url(await anEmptyDatabase());
    const store = await openStore(url, aLog());
    onTestFinished(store.close);
    for (const name of ['a', 'b']) onTestFinished((await openPostgresSession(url, name)).close);
    expect(await linesOf(url)).toEqual([
      expect.stringMatching(new RegExp(`^✓ Database {9}${FACTS}2\\.$`)),
      '✓ Tables           Up to date.',
    ]);
  });

  it.each<[string, () => Promise<string> | string, string]>([
    [
      'a wrong password',
      () => as('guarded:sesame', 'postgres'),
      '✗ Database         The password is refused. → Check user and password in DATABASE_URL.',
    ],
    [
      'a missing password',
      () => as('guarded', 'postgres'),
      '✗ Database         The password is refused. → Check user and password in DATABASE_URL.',
    ],
    [
      'an unknown user',
      () => as('nobody', 'postgres'),
      '✗ Database         The user is refused. → Check user and password in DATABASE_URL, and pg_hba.conf.',
    ],
    [
      'an unknown database',
      () => cluster.url('bandejo'),
      '✗ Database         There is no database with that name. → Create it (createdb), or check DATABASE_URL.',
    ],
    [
      'an unreachable server',
      async () => `postgres://bandeja@127.0.0.1:${await freePort()}/bandeja`,
      '✗ Database         No server is running there. → Start it, or check DATABASE_URL.',
    ],
    [
      'a wrong encoding',
      async () =>
        cluster.url(await anEmptyDatabase("encoding 'LATIN1' locale 'C' template template0")),
      '✗ Database         Its encoding is LATIN1. → Create one with: createdb --encoding=UTF8 --template=template0',
    ],
    [
      'a user who may not create tables',
      async () => as('guarded:open%20sesame', await anEmptyDatabase()),
      '✗ Database         The user may not create tables. → grant create on schema public to …',
    ],
    [
      'a read-only database',
      async () => {
        const database = await anEmptyDatabase();
        await admin.query(`alter database ${database} set default_transaction_read_only = on`);
        return cluster.url(database);
      },
      '✗ Database         It is read-only. → Point DATABASE_URL at the primary, not at a standby.',
    ],
  ])('name %s', async (_what, url, line) => {
    const [first] = await linesOf(await url());
    expect(first).toBe(line);
  });
});

describe('the findings about TLS of PostgreSQL', () => {
  const overTls = (more: string, host = 'localhost'): string =>
    `${cluster.url('postgres').replace('127.0.0.1', host)}?sslmode=verify-full${more}`;

  it('say that the server does not support it', async () => {
    expect(await linesOf(overTls(''))).toEqual([
      '✗ Database         It does not support TLS. → Set ssl = on there, or sslmode=disable.',
    ]);
  });

  it('name a certificate that is not trusted, or missing, or for another name, and a need of TLS', async () => {
    const root = await aFile('server.crt', CERTIFICATE);
    await aFile('server.key', KEY);
    await admin.query('alter system set ssl = on');
    await admin.query('select pg_reload_conf()');
    await expect
      .poll(() => linesOf(overTls('')))
      .toEqual([
        '✗ Database         Its certificate is not trusted. → Name the file of its authority in DATABASE_URL: sslrootcert=/path/to/ca.pem',
      ]);
    expect(await linesOf(overTls(`&sslrootcert=${root}.old`))).toEqual([
      '✗ Database         A certificate named in DATABASE_URL is missing. → Check the path of sslrootcert, sslcert and sslkey.',
    ]);
    expect(await linesOf(overTls(`&sslrootcert=${root}`, '127.0.0.1'))).toEqual([
      '✗ Database         Its certificate is for another name. → Use that name as the host in DATABASE_URL.',
    ]);
    expect(await linesOf(as('hidden', 'postgres'))).toEqual([
      '✗ Database         It refuses us without TLS. → Add sslmode=verify-full, or see pg_hba.conf.',
    ]);
    for (const url of [
      overTls(`&sslrootcert=${root}`),
      overTls('').replace('verify-full', 'no-verify'),
    ]) {
      expect((await linesOf(url))[0]).toMatch(/^✓ Database/);
    }
  });
});
