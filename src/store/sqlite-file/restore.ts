import SqliteDatabase from 'better-sqlite3';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { dated } from './backup.ts';
import { COMPANIONS, putInPlace, removeFile, unfinished } from './place.ts';
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
 * @throws UnsoundFile when the backup is not sound, FileInUse while a bot runs on the database; then
 * nothing is changed.
 */
export const restore = (backup: string, file: string, now: Date): Restored => {
  if (!existsSync(backup)) throw new Error(`there is no backup ${backup}`);
  mkdirSync(dirname(file), { recursive: true });
  const copy = unfinished(file);
  removeFile(copy);
  try {
    copyFileSync(backup, copy);
    const contents = proveSound(copy);
    if (!existsSync(file)) {
      putInPlace(copy, file);
      return { contents, before: null };
    }
    chmodSync(copy, statSync(file).mode);
    return { contents, before: exchange(file, copy, now) };
  } catch (error) {
    removeFile(copy);
    throw error;
  }
};

/** @returns where the database of before lies now. */
const exchange = (file: string, copy: string, now: Date): string => {
  const release = holdAlone(file);
  try {
    const before = `${file}.before-${dated(now)}`;
    // What belongs to the file of before would be taken for part of the new one.
    for (const each of COMPANIONS) {
      if (existsSync(`${file}${each}`)) renameSync(`${file}${each}`, `${before}${each}`);
    }
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

/** Opens a database for nobody else, until it is released. */
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
      throw new FileInUse(`a bot runs on ${file}: stop it first`, { cause: error });
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
