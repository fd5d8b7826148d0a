import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';

type Connection = SqliteDatabase.Database;

/** The disk under the SQLite databases; it can be full or read-only. */
export interface FailingDisk {
  /** No database can grow any more (SQLITE_FULL). */
  readonly fill: () => void;
  readonly makeRoom: () => void;
  /** Nothing can be written at all (SQLITE_READONLY). */
  readonly protect: () => void;
  readonly unprotect: () => void;
  readonly stop: () => void;
}

const pages = z.number();

/** The default `max_page_count` of SQLite. */
const DEFAULT_MAX_PAGES = 4_294_967_294;

/**
 * Keeps track of every connection that is opened from now on, because SQLite's page limit and its
 * read-only flag belong to one connection.
 */
export const watchDisk = (): FailingDisk => {
  const connections = new Set<Connection>();
  const { prototype } = SqliteDatabase;
  const pragma = Reflect.get(prototype, 'pragma');
  prototype.pragma = function (this: Connection, ...parameters) {
    connections.add(this);
    return pragma.apply(this, parameters);
  };
  const runOnAll = (command: (connection: Connection) => string): void => {
    for (const connection of connections) {
      if (connection.open) pragma.call(connection, command(connection));
    }
  };
  const pagesOf = (connection: Connection): number =>
    pages.parse(pragma.call(connection, 'page_count', { simple: true }));
  return {
    fill: () => {
      runOnAll((connection) => `max_page_count = ${pagesOf(connection)}`);
    },
    makeRoom: () => {
      runOnAll(() => `max_page_count = ${DEFAULT_MAX_PAGES}`);
    },
    protect: () => {
      runOnAll(() => 'query_only = ON');
    },
    unprotect: () => {
      runOnAll(() => 'query_only = OFF');
    },
    stop: () => {
      prototype.pragma = pragma;
    },
  };
};
