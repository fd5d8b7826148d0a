import SqliteDatabase from 'better-sqlite3';
import { dirname } from 'node:path';
import { realPathOf } from './place.ts';
import { existsSync, mkdirSync, closeSync, openSync } from 'node:fs';

/** The lock file of a database, the same however its path is written. */
const lockOf = (file: string): string => `${realPathOf(file)}.lock`;

/**
 * Locks a database file for one process, through a file beside it. The lock ends with the process,
 * however that ends.
 * @param file path of the database
 * @returns the release, or null while another process holds the lock
 * @throws when its folder cannot be created or written
 */
export const lockFile = (file: string): (() => void) | null => {
  const path = lockOf(file);
  createPrivateFolder(dirname(path));
  const lock = new SqliteDatabase(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return () => {
      lock.close();
    };
  } catch (error) {
    lock.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
};

/**
 * Creates a folder and its missing ancestors, private to the owner. Node's own recursive mkdir never
 * returns where a file system cannot hold folders, such as below /proc.
 * @throws the error of the file system
 */
const createPrivateFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  createPrivateFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
};

/**
 * Creates an empty database file, and its folder, if missing; private to the owner, since it holds who
 * follows whom. SQLite's files beside it get the same mode. Existing files stay unchanged.
 */
export const createPrivateFile = (file: string): void => {
  if (existsSync(file)) return;
  createPrivateFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
};
