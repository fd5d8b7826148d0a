import { errorCode } from '../lib/error-code.ts';

/** Kinds of database trouble, by what an operator does about them. */
type TroubleKind =
  | 'full'
  | 'damaged'
  | 'silent'
  | 'newer'
  | 'read-only'
  | 'locked'
  | 'refused'
  | 'other';

/** A database problem, in the same words for the doctor, `/health` and `/help`. */
export interface DatabaseTrouble {
  readonly kind: TroubleKind;
  readonly says: string;
  readonly next: string;
  /** The code of SQLite, PostgreSQL or the system; null without one. */
  readonly code: string | null;
}

export class NewerDatabase extends Error {
  readonly code = 'NEWER_DATABASE';

  constructor(by: string) {
    super(
      `The database is of a later release (${by}): run that release, or put back a backup of this one`,
    );
  }
}

/** They would go on with tables that are no longer theirs. */
export class OlderProcesses extends Error {
  constructor(processes: readonly string[]) {
    super(
      `Processes of an older release are at work on the database (${processes.join(', ')}): stop them, then start this release, which migrates it`,
    );
  }
}

type Reason = readonly [TroubleKind, string, string];

const FULL: Reason = ['full', 'Its disk is full.', 'Free some space.'];
const DAMAGED: Reason = ['damaged', 'It is damaged.', 'Restore the last backup (pg_restore).'];
const FOREIGN_FOLDER: Reason = [
  'read-only',
  'Its folder is not writable.',
  "Make the bot's user the owner of the folder.",
];
const UNTRUSTED: Reason = [
  'other',
  'Its certificate is not trusted.',
  'Name the file of its authority in DATABASE_URL: sslrootcert=/path/to/ca.pem',
];
const REFUSED = 'Check user and password in DATABASE_URL';

/**
 * Codes of SQLite, PostgreSQL ("Appendix A") and the system. A SQLite code covers all codes that start
 * with it.
 */
const REASONS: Readonly<Record<string, Reason>> = {
  SQLITE_NOTADB: [
    'damaged',
    'The file is not a database.',
    'Point DATABASE_URL at another file; the first start creates it.',
  ],
  SQLITE_CORRUPT: [
    'damaged',
    'The file is damaged.',
    'Restore the last backup (docs/operations/data.md).',
  ],
  SQLITE_FULL: FULL,
  SQLITE_CANTOPEN: [
    'other',
    'The file cannot be opened.',
    'Point DATABASE_URL at a file in a folder of the bot.',
  ],
  SQLITE_READONLY: ['read-only', 'The file is not writable.', "Make the bot's user its owner."],
  SQLITE_BUSY: ['locked', 'Another program has locked the file.', 'Close it and try again.'],
  SQLITE_IOERR: ['other', 'Its disk fails.', 'Check the disk and the system log.'],
  EACCES: FOREIGN_FOLDER,
  EPERM: FOREIGN_FOLDER,
  EROFS: ['read-only', 'Its disk is read-only.', 'Point DATABASE_URL at a file on another disk.'],
  ENOENT: [
    'other',
    'Its folder is not writable.',
    'Point DATABASE_URL at a file in another folder.',
  ],
  ENOTDIR: ['other', 'Its folder is a file.', 'Point DATABASE_URL at a file in a folder.'],
  ENOSPC: FULL,
  ECONNREFUSED: ['silent', 'No server is running there.', 'Start it, or check DATABASE_URL.'],
  ENOTFOUND: ['silent', 'Its host does not exist.', 'Check the host in DATABASE_URL.'],
  ETIMEDOUT: ['silent', 'It does not answer.', 'Check the server and the network in between.'],
  NEWER_DATABASE: [
    'newer',
    'Its tables are from a later release.',
    'Run that release, or restore a backup of this one.',
  ],
  '28P01': ['refused', 'The password is refused.', `${REFUSED}.`],
  '28000': ['refused', 'The user is refused.', `${REFUSED}, and pg_hba.conf.`],
  '3D000': [
    'other',
    'There is no database with that name.',
    'Create it (createdb), or check DATABASE_URL.',
  ],
  '53100': FULL,
  '53300': ['other', 'It has no free connection.', 'Raise max_connections, or end other programs.'],
  '57P03': ['other', 'It is starting.', 'Try again in a minute.'],
  '25006': [
    'read-only',
    'It is read-only.',
    'Point DATABASE_URL at the primary, not at a standby.',
  ],
  '42501': ['refused', 'The user may not read its own tables.', 'Make the user their owner.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: ['other', 'Its certificate has expired.', 'Renew it.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'other',
    'Its certificate is for another name.',
    'Use that name as the host in DATABASE_URL.',
  ],
  NO_TLS: ['other', 'It does not support TLS.', 'Set ssl = on there, or sslmode=disable.'],
  TLS_NEEDED: [
    'refused',
    'It refuses us without TLS.',
    'Add sslmode=verify-full, or see pg_hba.conf.',
  ],
  NO_CERTIFICATE_FILE: [
    'other',
    'A certificate named in DATABASE_URL is missing.',
    'Check the path of sslrootcert, sslcert and sslkey.',
  ],
  XX001: DAMAGED,
  XX002: DAMAGED,
};

/** Errors that `pg` reports without a code of their own. */
const IN_WORDS: Readonly<Record<string, string>> = {
  'client password must be a string': '28P01',
  'does not support SSL': 'NO_TLS',
  'no encryption': 'TLS_NEEDED',
  'no such file or directory, open': 'NO_CERTIFICATE_FILE',
  'timeout expired': 'ETIMEDOUT',
  'timeout exceeded when trying to connect': 'ETIMEDOUT',
  'Connection terminated due to connection timeout': 'ETIMEDOUT',
  'Query read timeout': 'ETIMEDOUT',
};

const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : '';

const codeOf = (error: unknown): string | null => {
  const said = messagesOf(error);
  const [, code] = Object.entries(IN_WORDS).find(([words]) => said.includes(words)) ?? [];
  return code ?? errorCode(error);
};

const reasonOf = (code: string | null): Reason | undefined => {
  const [, reason] =
    Object.entries(REASONS).find(([each]) =>
      each.startsWith('SQLITE_') ? code?.startsWith(each) === true : code === each,
    ) ?? [];
  return reason;
};

/** Describes an error of the database. @param unknown the text for an error without a known code */
export const troubleOf = (error: unknown, unknown = 'It cannot be used.'): DatabaseTrouble => {
  const code = codeOf(error);
  const [kind, says, next] = reasonOf(code) ?? ['other', unknown, 'Check DATABASE_URL.'];
  return { kind, says, next, code };
};
