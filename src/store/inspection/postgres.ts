import pg from 'pg';
import { applicationName } from '../migrations/postgres-session.ts';
import { schemaOf } from '../migrations/migrations.ts';

/** Milliseconds to connect, and for each query. */
const TIMEOUT_MS = 5_000;

const FACTS = `
  select
    current_setting('server_version') as version,
    to_regclass('kysely_migration') is not null as "hasTables",
    has_schema_privilege(current_schema(), 'create') as "mayCreate",
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
    current_setting('server_encoding') as encoding,
    current_setting('max_connections')::int as "maxConnections",
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
      as "usedConnections",
    (select count(distinct application_name)::int from pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1)) as processes,
    pg_backend_pid() as pid`;

interface FactsRow {
  readonly version: string;
  readonly hasTables: boolean;
  /** Null where the search path names no schema. */
  readonly mayCreate: boolean | null;
  /** A standby, or a read-only session. */
  readonly isReadOnly: boolean;
  readonly encoding: string;
  readonly maxConnections: number;
  readonly usedConnections: number;
  /** How many processes of the bot use it. */
  readonly processes: number;
  readonly pid: number;
}

/** @throws the error of PostgreSQL or of the network that says why it cannot be used */
export const inspectPostgres = async (connectionString: string) => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // The pending query reports a connection that breaks later.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await factsOf(client);
  } finally {
    await client.end();
  }
};

export type PostgresFacts = Awaited<ReturnType<typeof factsOf>>;

const factsOf = async (client: pg.Client) => {
  const [row] = (await client.query<FactsRow>(FACTS, [applicationName('')])).rows;
  if (row === undefined) throw new Error('no row');
  const { pid, hasTables, mayCreate, version, ...facts } = row;
  const done = hasTables
    ? (await client.query<{ name: string }>('select name from kysely_migration')).rows
    : [];
  return {
    kind: 'postgres' as const,
    ...facts,
    version: version.split(' ')[0] ?? version,
    schema: schemaOf(done.map(({ name }) => name)),
    mayCreate: mayCreate === true,
    /** Whether a connection pooler stands in between: it greets with a process id of its own. */
    isPooled: 'processID' in client && client.processID !== pid,
    latency: await latencyOf(client),
  };
};

const LATENCY_SAMPLES = 9;

/** The round trip in milliseconds, the shortest of several. */
const latencyOf = async (client: pg.Client): Promise<number> => {
  let shortest = Infinity;
  for (let asked = 0; asked < LATENCY_SAMPLES; asked += 1) {
    const begun = performance.now();
    await client.query('select 1');
    shortest = Math.min(shortest, performance.now() - begun);
  }
  return shortest;
};
