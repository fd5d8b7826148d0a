import SqliteDatabase from 'better-sqlite3';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { lockFile, lockOf } from './file-lock.ts';
import { datedName } from './backup.ts';
import {
  COMPANIONS,
  changeOwner,
  fileOwner,
  renameDurably,
  removeFile,
  temporaryName,
  realPathOf,
} from './place.ts';
import { verifyDatabaseFile, type FileContents } from './soundness.ts';

interface RestoredFile {
  readonly contents: FileContents;
  /** Where the previous database is now; null when there was none. */
  readonly before: string | null;
}

/** A process has the database open: its writes would be lost. */
export class FileInUse extends Error {}

/**
 * Replaces the database with a backup and keeps the previous one beside it.
 * @param database its path; a link stays a link, its target is replaced
 * @throws UnsoundFile when the backup is not sound, FileInUse while a bot runs on the database; then
 * nothing is changed. Also UnsoundFile when the restored file is not sound: then the previous database
 * is beside it.
 */
export const restoreFile = (backup: string, database: string, now: Date): RestoredFile => {
  const file = realPathOf(database);
  refuseNoBackup(backup, file);
  // Also keeps out a standby process, which would start when the other one ends.
  const unlock = lockFile(file);
  if (unlock === null) throw new FileInUse(`a bot runs on ${file}: stop it first`);
  const copy = temporaryName(file);
  removeFile(copy);
  try {
    const owner = fileOwner(file);
    changeOwner(owner, lockOf(file));
    copyFileSync(backup, copy);
    verifyDatabaseFile(copy, backup);
    changeOwner(owner, copy);
    const before = replaceDatabase(copy, file, now);
    // Verified in its final place, with the files beside it, as the bot will open it.
    return { contents: verifyDatabaseFile(file), before };
  } catch (error) {
    removeFile(copy);
    throw error;
  } finally {
    unlock();
  }
};

const refuseNoBackup = (backup: string, file: string): void => {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`there is no backup ${backup}`);
  if (found.isDirectory()) throw new Error(`${backup} is a folder: name one backup in it`);
  const { dev, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (found.dev === dev && found.ino === ino) {
    throw new Error(`${backup} is the database itself: name a backup of it`);
  }
};

/** @returns where the previous database is now; null when there was none */
const replaceDatabase = (copy: string, file: string, now: Date): string | null => {
  const before = `${file}.before-${datedName(now)}`;
  if (existsSync(file)) return exchange(copy, file, before);
  chmodSync(copy, 0o600);
  moveCompanionsAside(file, before);
  renameDurably(copy, file);
  return null;
};

/** Moves aside the files of the previous database, which SQLite would take for part of the new one. */
const moveCompanionsAside = (file: string, before: string): void => {
  // Only an index of `-wal`, which SQLite creates again.
  rmSync(`${file}-shm`, { force: true });
  for (const each of COMPANIONS) {
    if (existsSync(`${file}${each}`)) renameSync(`${file}${each}`, `${before}${each}`);
  }
};

const exchange = (copy: string, file: string, before: string): string => {
  const release = lockExclusively(file);
  try {
    chmodSync(copy, statSync(file).mode);
    moveCompanionsAside(file, before);
    // A link first, so that a database exists at every moment.
    linkSync(file, before);
    renameDurably(copy, file);
    return before;
  } finally {
    release();
  }
};

/** Milliseconds in which a stopping bot may release its lock. */
const LOCK_TIMEOUT_MS = 250;

/** Locks a database exclusively, even against a shell, until it is released. */
const lockExclusively = (file: string): (() => void) => {
  const database = new SqliteDatabase(file, { timeout: LOCK_TIMEOUT_MS });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    // Fails while anybody has it open, even without activity. A journal in memory leaves no file
    // behind.
    database.pragma('journal_mode = MEMORY');
    database.exec('begin exclusive');
  } catch (error) {
    // A damaged file cannot be locked, and is a reason to restore.
    if (!isDamage(error)) {
      database.close();
      if (!isBusy(error)) throw error;
      throw new FileInUse(`${file} is in use: end what has it open`, { cause: error });
    }
  }
  return () => {
    database.close();
  };
};

const codeOf = (error: unknown): string =>
  error instanceof SqliteDatabase.SqliteError ? error.code : '';

const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

const isDamage = (error: unknown): boolean =>
  ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].some((code) => codeOf(error).startsWith(code));
