import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openStore, type Db, type Store } from '#src/store/connection/database.ts';
import { aLog } from '../lib/log.ts';
import { migratedFile } from './migrated.ts';
import { openDatabases } from './postgres-databases.ts';

/** Creates the databases of one kind. */
export interface Home {
  /** The URL of an empty database. */
  emptyUrl: () => Promise<string>;
  /** The URL of a database with the current tables and no rows. */
  storeUrl: () => Promise<string>;
  stop: () => Promise<void>;
}

export interface Dialect {
  readonly name: string;
  readonly open: () => Promise<Home>;
}

const openFolder = (): Promise<Home> => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-store-'));
  let made = 0;
  const nextFile = (): string => {
    made += 1;
    return join(folder, `${made}.sqlite`);
  };
  return Promise.resolve({
    emptyUrl: () => Promise.resolve(`file:${nextFile()}`),
    storeUrl: () => migratedFile(nextFile()),
    stop: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
};

const openServer = async (): Promise<Home> => {
  const { empty, migrated, stop } = await openDatabases();
  return { emptyUrl: empty, storeUrl: migrated, stop };
};

const SQLITE: Dialect = { name: 'SQLite', open: openFolder };

/**
 * `npm run check -- mutation` has no PostgreSQL server, and must know which tests prepare a statement: there,
 * each test has its own store.
 */
const IS_MUTATION = process.env['MODE'] === 'mutation';

/** Both databases that Bandeja supports; each test of the store runs on both. */
export const DIALECTS: readonly Dialect[] = IS_MUTATION
  ? [SQLITE]
  : [SQLITE, { name: 'PostgreSQL', open: openServer }];

/** The databases of one dialect for the tests of a `describe`; all are closed with it. */
export const useDialect = ({ open }: Dialect) => {
  let home: Home;
  let shared: Store | undefined;
  let tables: readonly string[] = [];
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
      if (shared === undefined || IS_MUTATION) {
        shared = await openAt(await home.storeUrl());
        tables = (await shared.db.introspection.getTables()).map((table) => table.name);
        return shared.db;
      }
      for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(shared.db);
      return shared.db;
    },
  };
};
