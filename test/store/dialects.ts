import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { openStore, type Db, type Store } from '#src/store/database.ts';
import { aLog } from '../lib/log.ts';
import { startPostgres } from './postgres.ts';

/** Creates the databases of one kind. */
export interface Home {
  /** The URL of an empty database. */
  emptyUrl: () => Promise<string>;
  stop: () => Promise<void>;
}

export interface Dialect {
  readonly name: string;
  readonly open: () => Promise<Home>;
}

const openFolder = (): Promise<Home> => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-store-'));
  let made = 0;
  return Promise.resolve({
    emptyUrl: () => {
      made += 1;
      return Promise.resolve(`file:${join(folder, `${made}.sqlite`)}`);
    },
    stop: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
};

const openCluster = async (): Promise<Home> => {
  const cluster = await startPostgres();
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  let made = 0;
  return {
    emptyUrl: async () => {
      made += 1;
      await admin.query(`create database test_${made}`);
      return cluster.url(`test_${made}`);
    },
    stop: async () => {
      await admin.end();
      await cluster.stop();
    },
  };
};

/** Both databases that Bandeja supports; each test of the store runs on both. */
export const DIALECTS: readonly Dialect[] = [
  { name: 'SQLite', open: openFolder },
  { name: 'PostgreSQL', open: openCluster },
];

const empty = async (db: Db): Promise<void> => {
  await db.deleteFrom('channels').execute();
  await db.deleteFrom('follows').execute();
  await db.deleteFrom('matches').execute();
  await db.deleteFrom('tournaments').execute();
  await db.deleteFrom('cards').execute();
  await db.deleteFrom('events').execute();
  await db.deleteFrom('deliveries').execute();
  await db.deleteFrom('directory').execute();
  await db.deleteFrom('rating_changes').execute();
  await db.deleteFrom('match_states').execute();
  await db.deleteFrom('marks').execute();
  await db.deleteFrom('threads').execute();
  await db.deleteFrom('unwanted_messages').execute();
  await db.deleteFrom('rankings').execute();
  await db.deleteFrom('server_events').execute();
  await db.deleteFrom('spent_requests').execute();
  await db.deleteFrom('request_days').execute();
  await db.deleteFrom('blocks').execute();
  await db.deleteFrom('absent_members').execute();
};

/** The databases of one dialect for the tests of a `describe`; all are closed with it. */
export const useDialect = ({ open }: Dialect) => {
  let home: Home;
  let shared: Store | undefined;
  const opened: Store[] = [];
  const openAt = async (url: string): Promise<Store> => {
    const store = await openStore(url, aLog());
    opened.push(store);
    return store;
  };
  beforeAll(async () => {
    home = await open();
  });
  afterAll(async () => {
    for (const { close } of opened) await close();
    await home.stop();
  });

  return {
    /** The URL of an empty database, without tables. */
    emptyUrl: () => home.emptyUrl(),
    /** Opens the store at a URL; it may be open already. */
    openAt: async (url: string): Promise<Db> => (await openAt(url)).db,
    /** A migrated store without rows. */
    aStore: async (): Promise<Db> => {
      shared ??= await openAt(await home.emptyUrl());
      await empty(shared.db);
      return shared.db;
    },
  };
};
