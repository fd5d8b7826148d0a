import { sql } from 'kysely';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '#src/store/connection/database.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { aLog } from '../lib/log.ts';
import { aRealLog } from '../log-lines.ts';
import { openDatabases, type Databases } from './postgres-databases.ts';

let databases: Databases;
let url: string;

beforeAll(async () => {
  databases = await openDatabases();
  url = await databases.migrated();
});

afterAll(() => databases.stop());

/** Terminates all connections of a process, as a restart of the server would. */
const cut = async (processId: string): Promise<void> => {
  await databases.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [`bandeja ${processId}`],
  );
};

/** The log entry of a lost connection, without the connection itself. */
const LOST = {
  level: 40,
  time: expect.any(Number) as number,
  pid: process.pid,
  version: packageFile.version,
  msg: 'database connection lost',
  code: '57P01',
  message: 'terminating connection due to administrator command',
};

describe('a lost connection', () => {
  const aStoreOf = async (processId: string) => {
    const { log, lines } = aRealLog();
    const { db, close } = await openStore(url, log, processId);
    onTestFinished(close);
    return { db, written: () => lines.map((line) => JSON.parse(line) as unknown) };
  };

  it('is logged once and replaced when it was idle', async () => {
    const { db, written } = await aStoreOf('idle');
    await sql`select 1`.execute(db);
    await cut('idle');
    await expect.poll(written).toEqual([LOST]);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    expect(written()).toEqual([LOST]);
  });

  it('is logged once and fails the transaction in progress', async () => {
    const { db, written } = await aStoreOf('busy');
    const begun = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await cut('busy');
      await expect.poll(written).toEqual([LOST]);
      await sql`select 1`.execute(tx);
    });
    await expect(begun).rejects.toThrow(/not queryable|terminated/);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    expect(written()).toEqual([LOST]);
  });
});

it('opening a store times out when the server accepts the connection but never responds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const opened = openStore(`postgres://bandeja@127.0.0.1:${port}/bandeja`, aLog());
  const message = expect.stringContaining('timeout') as string;
  const failure = expect(opened).rejects.toMatchObject({ message });
  await connected;
  await vi.advanceTimersByTimeAsync(5_000);
  await failure;
  silent.close();
});
