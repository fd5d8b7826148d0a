import pg from 'pg';

/** A notification to all processes: its channel and payload. */
interface Notification {
  readonly topic: string;
  readonly payload: string;
}

/**
 * A dedicated connection to PostgreSQL for the life of a process: its leases and locks depend on it,
 * and it receives notifications. It needs the server itself or a session pooler.
 */
export interface PostgresSession {
  /** Identifies the session in PostgreSQL. */
  readonly id: string;
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
  /** Notifies every process on this database, including this one. @throws for a payload above 7,900 bytes */
  readonly notify: (ring: Notification) => Promise<void>;
  readonly onNotification: (listener: (notification: Notification) => void) => void;
  /** Resolves when the connection is closed, for whatever cause. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

const CHANNEL = 'bandeja';

/** Milliseconds to connect: the holder of a lease must notice soon that the server does not answer. */
const CONNECT_TIMEOUT_MS = 3_000;

/** One expression for `id` and for the live sessions (`LIVE_SESSIONS_QUERY`). */
export const ID_OF_SESSION = "pid || ':' || extract(epoch from backend_start)";

export const LIVE_SESSIONS_QUERY = `select ${ID_OF_SESSION} from pg_stat_activity where backend_start is not null`;

/** The application name of every connection of a process, by which all of them can be terminated. */
export const applicationName = (processId: string): string => `bandeja ${processId}`;

/**
 * PostgreSQL's advisory lock for work on a database: every bot shares it for the life of its session, a
 * copy holds it exclusively. An arbitrary number.
 */
export const WORKERS_LOCK = 7_265_163_391;

/** A write now would be missing in the copy. */
export class DatabaseBeingCopied extends Error {
  constructor() {
    super('The database is being copied: start the bot when the copy has ended');
  }
}

/** @throws when the server cannot be reached in time; DatabaseBeingCopied */
export const openPostgresSession = async (
  url: string,
  processId: string,
): Promise<PostgresSession> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName(processId),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const ended = new Promise<void>((resolve) => {
    client.on('end', resolve);
    // Any error ends the session; an error without a listener would end the process.
    client.on('error', () => {
      resolve();
    });
  });
  await client.connect();
  let last: Promise<unknown> = Promise.resolve();
  const query: PostgresSession['query'] = <Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ) => {
    const asked = last.then(async () => (await client.query<Row>(text, [...values])).rows);
    last = asked.catch(() => undefined);
    return asked;
  };
  const id = await begin(query).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });

  return {
    id,
    query,
    notify: async ({ topic, payload }) => {
      await query('select pg_notify($1, $2)', [CHANNEL, `${topic} ${payload}`]);
    },
    onNotification: (listener) => {
      client.on('notification', ({ payload = '' }) => {
        const end = payload.indexOf(' ');
        listener({ topic: payload.slice(0, end), payload: payload.slice(end + 1) });
      });
    },
    ended,
    close: () => client.end(),
  };
};

const begin = async (query: PostgresSession['query']): Promise<string> => {
  await shareDatabase(query);
  await query(`listen ${CHANNEL}`);
  const [own] = await query<{ id: string }>(
    `select ${ID_OF_SESSION} as id from pg_stat_activity where pid = pg_backend_pid()`,
  );
  if (own === undefined) throw new Error('PostgreSQL does not show the connections of its user');
  return own.id;
};

const shareDatabase = async (query: PostgresSession['query']): Promise<void> => {
  const [lock] = await query<{ isShared: boolean }>(
    'select pg_try_advisory_lock_shared($1) as "isShared"',
    [WORKERS_LOCK],
  );
  if (lock?.isShared !== true) {
    throw new DatabaseBeingCopied();
  }
};

/** The clock of PostgreSQL in a query, milliseconds: the clocks of several machines differ. */
export const SERVER_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
