import type { DatabaseInspection } from '../store/inspection/inspection.ts';
import type { PostgresFacts } from '../store/inspection/postgres.ts';
import type { SqliteFacts } from '../store/inspection/sqlite.ts';
import type { SchemaState } from '../store/migrations/migrations.ts';
import { troubleOf } from '../store/trouble.ts';
import { errorSummary, findingsAbout, type Finding } from './finding.ts';

const { passed, warned, failed } = findingsAbout('Database');

export const databaseFindings = (inspection: DatabaseInspection): readonly Finding[] => {
  switch (inspection.kind) {
    case 'unusable':
      return [unusable(inspection.cause)];
    case 'sqlite':
      return [sqlite(inspection), schema(inspection.schema, 'Back up first: npm run backup')];
    case 'postgres':
      return [
        postgres(inspection),
        schema(inspection.schema, 'Stop every process of the bot and back up first: pg_dump'),
      ];
  }
};

const unusable = (cause: unknown): Finding => {
  const { says, next } = troubleOf(cause, `It cannot be used: ${errorSummary(cause)}.`);
  return failed(says, next);
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

const sqlite = ({ file, exists, bytes, journalMode }: SqliteFacts): Finding =>
  exists
    ? passed(`SQLite, ${file}, ${megabytes(bytes)}, journal ${journalMode}; writable.`)
    : passed(`SQLite, ${file}: the first start creates it.`);

/** Connections of one process (store/connection/: database.ts, postgres-session.ts). */
const CONNECTIONS_PER_PROCESS = 11;

/** Milliseconds; a point needs some twenty queries before its first post. */
const SLOW_MS = 5;

const postgres = (facts: PostgresFacts): Finding => {
  const { version, mayCreate, isReadOnly, encoding, maxConnections, usedConnections } = facts;
  if (isReadOnly) {
    return failed('It is read-only.', 'Point DATABASE_URL at the primary, not at a standby.');
  }
  if (encoding !== 'UTF8') {
    const next = 'Create one with: createdb --encoding=UTF8 --template=template0';
    return failed(`Its encoding is ${encoding}.`, next);
  }
  if (!mayCreate && facts.schema.kind !== 'current') {
    return failed('The user may not create tables.', 'grant create on schema public to …');
  }
  const latency = facts.latency.toFixed(1);
  const says =
    `PostgreSQL ${version}, ${latency} ms away, ${usedConnections} of ${maxConnections} connections ` +
    `in use; processes of the bot at work: ${facts.processes}.`;
  if (facts.isPooled) {
    return warned(
      `${says} A pooler stands before it.`,
      'Use session pooling (PgBouncer: pool_mode = session), or connect directly.',
    );
  }
  if (maxConnections - usedConnections < CONNECTIONS_PER_PROCESS) {
    return warned(says, `Each process of the bot takes up to ${CONNECTIONS_PER_PROCESS}.`);
  }
  return facts.latency > SLOW_MS
    ? warned(says, 'Run the bot closer to it: every alert waits for it several times.')
    : passed(says);
};

const tables = findingsAbout('Tables');

const schema = (state: SchemaState, first: string): Finding => {
  switch (state.kind) {
    case 'none':
      return tables.passed('None yet: the first start creates them.');
    case 'current':
      return tables.passed('Up to date.');
    case 'behind':
      return tables.warned(
        `They are from an earlier release; ${state.steps} migrations are pending.`,
        `The next start runs them. ${first}`,
      );
    case 'newer':
      return tables.failed(
        `They are from a later release (${state.by}).`,
        'Run that release, or restore a backup of this one.',
      );
  }
};

/** Bytes. An evening of twenty matches takes a few megabytes. */
const DISK = { error: 50_000_000, warning: 500_000_000 } as const;

/** @param free bytes on the disk of the database */
export const diskFinding = (free: number): Finding => {
  const disk = findingsAbout('Disk');
  const says = `${megabytes(free)} are free where the database is.`;
  if (free < DISK.error) return disk.failed(says, 'Free some space: a full disk stops all alerts.');
  return free < DISK.warning ? disk.warned(says, 'Free some space soon.') : disk.passed(says);
};
