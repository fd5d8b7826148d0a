import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';

type Connection = SqliteDatabase.Database;

/** Makes the disk of SQLite's databases small: full at its present size, until there is room again. */
export interface SmallDisk {
  readonly fill: () => void;
  readonly makeRoom: () => void;
  readonly stop: () => void;
}

const pages = z.number();

/** SQLite's own default. */
const ROOM = 4_294_967_294;

/**
 * Notes every connection that is opened from now on. SQLite's limit of pages belongs to a connection:
 * a write that needs one more is answered as on a disk that is full (SQLITE_FULL).
 */
export const watchDisk = (): SmallDisk => {
  const connections = new Set<Connection>();
  const { prototype } = SqliteDatabase;
  const pragma = Reflect.get(prototype, 'pragma');
  prototype.pragma = function (this: Connection, ...asked) {
    connections.add(this);
    return pragma.apply(this, asked);
  };
  const limitTo = (limit: (connection: Connection) => number): void => {
    for (const connection of connections) {
      if (!connection.open) continue;
      pragma.call(connection, `max_page_count = ${limit(connection)}`);
    }
  };
  return {
    fill: () => {
      limitTo((connection) => pages.parse(pragma.call(connection, 'page_count', { simple: true })));
    },
    makeRoom: () => {
      limitTo(() => ROOM);
    },
    stop: () => {
      prototype.pragma = pragma;
    },
  };
};
