import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';

type Connection = SqliteDatabase.Database;

/** A disk under SQLite's databases that can be full, and one that takes nothing any more. */
export interface FailingDisk {
  /** Whatever needs more room than there is now finds none (SQLITE_FULL). */
  readonly fill: () => void;
  readonly makeRoom: () => void;
  /** Nothing can be written at all (SQLITE_READONLY). */
  readonly protect: () => void;
  readonly unprotect: () => void;
  readonly stop: () => void;
}

const pages = z.number();

/** SQLite's own default. */
const ROOM = 4_294_967_294;

/**
 * Notes every connection that is opened from now on: SQLite's limit of pages belongs to a connection,
 * and so does whether it may write.
 */
export const watchDisk = (): FailingDisk => {
  const connections = new Set<Connection>();
  const { prototype } = SqliteDatabase;
  const pragma = Reflect.get(prototype, 'pragma');
  prototype.pragma = function (this: Connection, ...asked) {
    connections.add(this);
    return pragma.apply(this, asked);
  };
  const tell = (command: (connection: Connection) => string): void => {
    for (const connection of connections) {
      if (connection.open) pragma.call(connection, command(connection));
    }
  };
  const pagesOf = (connection: Connection): number =>
    pages.parse(pragma.call(connection, 'page_count', { simple: true }));
  return {
    fill: () => {
      tell((connection) => `max_page_count = ${pagesOf(connection)}`);
    },
    makeRoom: () => {
      tell(() => `max_page_count = ${ROOM}`);
    },
    protect: () => {
      tell(() => 'query_only = ON');
    },
    unprotect: () => {
      tell(() => 'query_only = OFF');
    },
    stop: () => {
      prototype.pragma = pragma;
    },
  };
};
