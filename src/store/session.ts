import pg from 'pg';

/** What one process rings to the others, and with what words. */
interface Ring {
  readonly bell: string;
  readonly words: string;
}

/**
 * A connection to PostgreSQL that stays: what is tied to the life of a process hangs on it, and the
 * others are heard on it. It needs the server itself or a pooler that gives out whole sessions.
 */
export interface Session {
  /** What PostgreSQL knows it by, until it ends. */
  readonly id: string;
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
  /** Rings to every process on this database, our own included. @throws on words above 7,900 bytes */
  readonly ring: (ring: Ring) => Promise<void>;
  readonly onRing: (heard: (ring: Ring) => void) => void;
  /** Resolves when the connection is gone, by whatever. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

const CHANNEL = 'bandeja';

/** A server that does not answer is not waited for: who holds something must know soon. */
const CONNECT_WITHIN = 3_000;

/** The same words for `id` and for the sessions that live (`LIVING`). */
const ID_OF_SESSION = "pid || ':' || extract(epoch from backend_start)";

/** Subquery of the ids of all sessions that live, for queries about them. */
export const LIVING = `select ${ID_OF_SESSION} from pg_stat_activity where backend_start is not null`;

/** The name that every connection of a process bears at the server: so they can be ended together. */
export const applicationName = (processId: string): string => `bandeja ${processId}`;

/**
 * PostgreSQL's advisory lock on who works with a database: every bot shares it as long as its session
 * lasts, and a copy holds it alone. A number that nobody else uses.
 */
export const WORKERS_LOCK = 7_265_163_391;

/** What is written now would be missing in the copy. */
export class BeingCopied extends Error {
  constructor() {
    super('The database is being copied: start the bot when the copy has ended');
  }
}

/** @throws when the server cannot be reached in time; BeingCopied */
export const openSession = async (url: string, processId: string): Promise<Session> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName(processId),
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
  });
  const ended = new Promise<void>((resolve) => {
    client.on('end', resolve);
    // Whatever breaks it, what hangs on it is over; an error without a listener ends the process.
    client.on('error', () => {
      resolve();
    });
  });
  await client.connect();
  let last: Promise<unknown> = Promise.resolve();
  /** One after another, whoever asks. */
  const query: Session['query'] = <Row extends pg.QueryResultRow>(
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
    ring: async ({ bell, words }) => {
      await query('select pg_notify($1, $2)', [CHANNEL, `${bell} ${words}`]);
    },
    onRing: (heard) => {
      client.on('notification', ({ payload = '' }) => {
        const end = payload.indexOf(' ');
        heard({ bell: payload.slice(0, end), words: payload.slice(end + 1) });
      });
    },
    ended,
    close: () => client.end(),
  };
};

/** @returns the id of the session. */
const begin = async (query: Session['query']): Promise<string> => {
  await shareDatabase(query);
  await query(`listen ${CHANNEL}`);
  const [own] = await query<{ id: string }>(
    `select ${ID_OF_SESSION} as id from pg_stat_activity where pid = pg_backend_pid()`,
  );
  if (own === undefined) throw new Error('PostgreSQL does not show the connections of its user');
  return own.id;
};

const shareDatabase = async (query: Session['query']): Promise<void> => {
  const [lock] = await query<{ isShared: boolean }>(
    'select pg_try_advisory_lock_shared($1) as "isShared"',
    [WORKERS_LOCK],
  );
  if (lock?.isShared !== true) {
    throw new BeingCopied();
  }
};
