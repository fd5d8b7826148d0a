import SqliteDatabase from 'better-sqlite3';
import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileIn } from '../connection/database-url.ts';
import { verifyReadable } from '../sqlite-file/damage.ts';
import { NONE, schemaOf } from '../migrations/migrations.ts';
import { tablesIn } from '../sqlite-file/soundness.ts';

/** The folder of a file, or its nearest existing ancestor. */
const folderOf = (file: string): string => {
  const folder = dirname(resolve(file));
  return existsSync(folder) || folder === dirname(folder) ? folder : folderOf(folder);
};

/** Free bytes on the disk of the file at `url`; null when it is not a file. */
export const freeBytes = (url: string): number | null => {
  const file = fileIn(url);
  if (file === null) return null;
  const { bavail, bsize } = statfsSync(folderOf(file));
  return bavail * bsize;
};

/**
 * SQLite writes files beside the database, so the folder must be writable. Permissions do not tell on
 * every file system: this creates a file.
 */
const tryFolder = (folder: string): void => {
  rmdirSync(mkdtempSync(join(folder, '.bandeja-doctor-')));
};

/** @throws the error of SQLite or of the system that says why the file cannot be used */
export const inspectSqlite = (file: string) => {
  tryFolder(folderOf(file));
  const facts = { kind: 'sqlite', file } as const;
  if (!existsSync(file)) {
    return { ...facts, exists: false, bytes: 0, journalMode: '', schema: NONE };
  }
  const database = new SqliteDatabase(file, { fileMustExist: true });
  try {
    database.pragma('busy_timeout = 250');
    // Writes the current value and rolls back: fails on a read-only file.
    const version = Number(database.pragma('user_version', { simple: true }));
    database.exec(`begin immediate; pragma user_version = ${version}; rollback`);
    verifyReadable(database);
    return {
      ...facts,
      exists: true,
      bytes: statSync(file).size,
      journalMode: String(database.pragma('journal_mode', { simple: true })),
      schema: schemaOf(doneIn(database)),
    };
  } finally {
    database.close();
  }
};

export type SqliteFacts = ReturnType<typeof inspectSqlite>;

const doneIn = (database: SqliteDatabase.Database): readonly string[] =>
  tablesIn(database).includes('kysely_migration')
    ? database.prepare<[], string>('select name from kysely_migration').pluck().all()
    : [];
