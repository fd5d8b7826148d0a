import type {
  DatabaseInspection,
  PostgresFacts,
  SchemaState,
  SqliteFacts,
} from '../store/inspection.ts';
import { beware, well, wrong, type Finding } from './finding.ts';
import { whyOf } from './why.ts';

const ABOUT = 'Database';

/** What was found of the database, in words. */
export const databaseFindings = (inspection: DatabaseInspection): readonly Finding[] => {
  switch (inspection.kind) {
    case 'unusable':
      return [unusable(inspection.cause)];
    case 'sqlite':
      return [sqlite(inspection), schema(inspection.schema)];
    case 'postgres':
      return [postgres(inspection), schema(inspection.schema)];
  }
};

/** Codes of SQLite, of PostgreSQL ("Appendix A") and of the system: what is wrong, what to do. */
const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  SQLITE_NOTADB: [
    'The file is no database.',
    'Let DATABASE_URL name another file; a new one is made at the start.',
  ],
  SQLITE_CORRUPT: ['The file is damaged.', 'Put back the last backup (npm run restore).'],
  SQLITE_CANTOPEN: [
    'The file cannot be opened.',
    'Let DATABASE_URL name a file, in a folder of the bot.',
  ],
  SQLITE_READONLY: ['The file cannot be written.', 'Give it to the user that runs the bot.'],
  SQLITE_BUSY: ['Another program holds the file.', 'End it, and ask me again.'],
  EACCES: ['Its folder cannot be written.', 'Give the folder to the user that runs the bot.'],
  EPERM: ['Its folder cannot be written.', 'Give the folder to the user that runs the bot.'],
  EROFS: ['Its disk is read-only.', 'Let DATABASE_URL name a file on another disk.'],
  ENOENT: [
    'Nothing can be written in its folder.',
    'Let DATABASE_URL name a file in another folder.',
  ],
  ENOTDIR: ['Its folder is a file.', 'Let DATABASE_URL name a file in a folder.'],
  ENOSPC: ['Its disk is full.', 'Make room.'],
  '28P01': ['The password is refused.', 'Compare user and password in DATABASE_URL.'],
  '28000': ['The user is refused.', 'Compare user and password in DATABASE_URL, and pg_hba.conf.'],
  '3D000': ['There is no database of that name.', 'Make it (createdb), or compare DATABASE_URL.'],
  '53300': ['It has no connection left.', 'Raise max_connections, or end other programs.'],
  '57P03': ['It is just starting.', 'Ask me again in a minute.'],
  '42501': ['The user may not read its own tables.', 'Make the user their owner.'],
};

/** `pg` says this in words alone when a password is asked for and none is given. */
const NO_PASSWORD = 'client password must be a string';

/** `pg` says this in words alone when a server takes connections and then says nothing. */
const MUTE = ['timeout expired', 'Query read timeout'];

const reasonOf = (cause: unknown): readonly [string, string] | undefined => {
  if (!(cause instanceof Error)) return undefined;
  if (cause.message.includes(NO_PASSWORD)) return REASONS['28P01'];
  if (MUTE.includes(cause.message)) {
    return ['It does not answer.', 'Look whether it is well, and what stands between it and here.'];
  }
  return 'code' in cause ? REASONS[String(cause.code)] : undefined;
};

const unusable = (cause: unknown): Finding => {
  const [says, next] = reasonOf(cause) ?? [
    `It cannot be used: ${whyOf(cause)}.`,
    'Compare DATABASE_URL with where the database is.',
  ];
  return wrong(ABOUT, says, next);
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

const sqlite = ({ file, exists, bytes, journalMode }: SqliteFacts): Finding =>
  exists
    ? well(
        ABOUT,
        `SQLite, ${file}, ${megabytes(bytes)}, journal ${journalMode}; it can be written.`,
      )
    : well(ABOUT, `SQLite, ${file}: it can be made at the start.`);

/** Connections of one process (store/database.ts, store/session.ts). */
const OF_ONE_PROCESS = 11;

/** Milliseconds; a point makes some twenty questions before its first post. */
const SLOW = 5;

const postgres = (facts: PostgresFacts): Finding => {
  const { version, mayCreate, isReadOnly, encoding, maxConnections, usedConnections } = facts;
  if (isReadOnly) {
    return wrong(
      ABOUT,
      'It can be read only.',
      'Let DATABASE_URL name the primary, not a standby.',
    );
  }
  if (encoding !== 'UTF8') {
    return wrong(
      ABOUT,
      `Its encoding is ${encoding}.`,
      'Make one with: createdb --encoding=UTF8 --template=template0',
    );
  }
  if (!mayCreate && facts.schema.kind !== 'current') {
    return wrong(ABOUT, 'The user may not make tables.', 'grant create on schema public to …');
  }
  const latency = facts.latency.toFixed(1);
  const says =
    `PostgreSQL ${version}, ${latency} ms away, ${usedConnections} of ${maxConnections} connections ` +
    `in use; processes of the bot at work: ${facts.processes}`;
  if (facts.isPooled) {
    return beware(
      ABOUT,
      `${says}. A pooler stands before it.`,
      'Let it lend out whole sessions (PgBouncer: pool_mode = session), or go round it.',
    );
  }
  if (maxConnections - usedConnections < OF_ONE_PROCESS) {
    return beware(ABOUT, `${says}.`, `Each process of the bot takes up to ${OF_ONE_PROCESS}.`);
  }
  return facts.latency > SLOW
    ? beware(ABOUT, `${says}.`, 'Run the bot nearer to it: every alert waits for it several times.')
    : well(ABOUT, `${says}.`);
};

const schema = (state: SchemaState): Finding => {
  const about = 'Tables';
  switch (state.kind) {
    case 'none':
      return well(about, 'None yet: the first start makes them.');
    case 'current':
      return well(about, 'They are of this release.');
    case 'behind':
      return beware(
        about,
        `They are of an earlier release; ${state.steps} changes are to come.`,
        'The next start makes them. Back up first: npm run backup',
      );
    case 'newer':
      return wrong(
        about,
        `They are of a later release (${state.by}).`,
        'Run that release, or put back a backup of this one.',
      );
  }
};

/** Bytes. An evening of twenty matches takes a few megabytes. */
const DISK = { wrong: 50_000_000, beware: 500_000_000 } as const;

/** @param free bytes that may still be written where the database is */
export const diskFinding = (free: number): Finding => {
  const says = `${megabytes(free)} are free where the database is.`;
  if (free < DISK.wrong) return wrong('Disk', says, 'Make room: a full disk stops all alerts.');
  return free < DISK.beware ? beware('Disk', says, 'Make room soon.') : well('Disk', says);
};
