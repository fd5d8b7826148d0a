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
import { lockFile, lockOf } from '../file-lock.ts';
import { dated } from './backup.ts';
import { COMPANIONS, giveTo, ownerOf, putInPlace, removeFile, unfinished } from './place.ts';
import { realPathOf } from './real-path.ts';
import { proveSound, type FileContents } from './soundness.ts';

/** What was restored. */
export interface Restored {
  readonly contents: FileContents;
  /** Where the database of before lies now; null when there was none. */
  readonly before: string | null;
}

/** A process has the database open: its writes would be lost. */
export class FileInUse extends Error {}

/**
 * Puts a backup into the place of the database. What was there is kept beside it.
 * @param database its path; where that is a link it stays one, and what it leads to is exchanged.
 * @throws UnsoundFile when the backup is not sound, FileInUse while a bot runs on the database; then
 * nothing is changed. Also UnsoundFile when it is not sound in its place: then what was there is beside.
 */
export const restore = (backup: string, database: string, now: Date): Restored => {
  const file = realPathOf(database);
  refuseNoBackup(backup, file);
  // Also against a process that stands by, and would begin as soon as the other one ends.
  const unlock = lockFile(file);
  if (unlock === null) throw new FileInUse(`a bot runs on ${file}: stop it first`);
  const copy = unfinished(file);
  removeFile(copy);
  try {
    const owner = ownerOf(file);
    giveTo(owner, lockOf(file));
    copyFileSync(backup, copy);
    proveSound(copy, backup);
    giveTo(owner, copy);
    const before = putBack(copy, file, now);
    // As the bot will find it: in its place, with whatever lies beside it.
    return { contents: proveSound(file), before };
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

/** @returns where the database of before lies now; null when there was none. */
const putBack = (copy: string, file: string, now: Date): string | null => {
  const before = `${file}.before-${dated(now)}`;
  if (existsSync(file)) return exchange(copy, file, before);
  chmodSync(copy, 0o600);
  setCompanionsAside(file, before);
  putInPlace(copy, file);
  return null;
};

/** What belongs to the file of before, there or not, would be taken for part of the new one. */
const setCompanionsAside = (file: string, before: string): void => {
  // Holds nothing: it says what stands where in `-wal`, and SQLite makes it anew.
  rmSync(`${file}-shm`, { force: true });
  for (const each of COMPANIONS) {
    if (existsSync(`${file}${each}`)) renameSync(`${file}${each}`, `${before}${each}`);
  }
};

const exchange = (copy: string, file: string, before: string): string => {
  const release = holdAlone(file);
  try {
    chmodSync(copy, statSync(file).mode);
    setCompanionsAside(file, before);
    // At no moment is there no database.
    linkSync(file, before);
    putInPlace(copy, file);
    return before;
  } finally {
    release();
  }
};

/** Milliseconds in which a bot that is just stopping may let go. */
const PATIENCE = 250;

/** Opens a database for nobody else, a shell neither, until it is released. */
const holdAlone = (file: string): (() => void) => {
  const database = new SqliteDatabase(file, { timeout: PATIENCE });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    // Refused while anybody has it open, even who does nothing with it. A journal in memory is the
    // one that is not left beside the file.
    database.pragma('journal_mode = MEMORY');
    database.exec('begin exclusive');
  } catch (error) {
    // A damaged file is a reason to restore, and cannot be held.
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
