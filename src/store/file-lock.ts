import SqliteDatabase from 'better-sqlite3';
import { dirname } from 'node:path';
import { realPathOf } from './sqlite-file/real-path.ts';
import { makeFolder } from './sqlite-file/make-folder.ts';

/** The lock file of a database, the same however its path is written. */
export const lockOf = (file: string): string => `${realPathOf(file)}.lock`;

/**
 * Locks a database file for one process, through a file beside it. The lock ends with the process,
 * however that ends.
 * @param file path of the database
 * @returns the release, or null while another process holds the lock
 * @throws when its folder cannot be created or written
 */
export const lockFile = (file: string): (() => void) | null => {
  const path = lockOf(file);
  makeFolder(dirname(path));
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
