import SqliteDatabase from 'better-sqlite3';
import { dirname } from 'node:path';
import { realPathOf } from './sqlite-file/real-path.ts';
import { makeFolder } from './sqlite-file/make-folder.ts';

/** The file that is locked for a database: the same one, however its path is written. */
export const lockOf = (file: string): string => `${realPathOf(file)}.lock`;

/**
 * Locks a database file for the one process that works with it, by a lock on a file beside it that
 * ends with the process, however that ends. Answers null while another process holds it.
 * @param file path of the database
 * @throws when its folder cannot be made or written
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
