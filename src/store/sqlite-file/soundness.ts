import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import { isSchemaVersion } from '../migrations/migrations.ts';

export interface FileContents {
  /** The version of its schema (../migrations/migrations.ts). */
  readonly version: string;
  readonly rows: ReadonlyMap<string, number>;
}

export const integritySummary = ({ version, rows }: FileContents): string => {
  const counted = (noun: string): string => {
    const count = rows.get(`${noun}s`) ?? 0;
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
  };
  return `${counted('channel')}, ${counted('follow')}, schema ${version}`;
};

/** A file that is not a sound database of Bandeja; the message says what is wrong. */
export class UnsoundFile extends Error {}

const names = z.array(z.string());

export const tablesIn = (database: SqliteDatabase.Database): readonly string[] =>
  names.parse(
    database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all(),
  );

const rowsIn = (database: SqliteDatabase.Database, table: string): number =>
  z.number().parse(database.prepare(`select count(*) from "${table}"`).pluck().get());

const versionIn = (database: SqliteDatabase.Database): string => {
  const last = database.prepare('select max(name) from kysely_migration').pluck().get();
  const version = z.string().nullable().parse(last);
  if (version === null) throw new UnsoundFile('nothing was ever stored in it');
  if (!isSchemaVersion(version)) {
    throw new UnsoundFile(`a newer release made it (${version}): update Bandeja first`);
  }
  return version;
};

/** Reads a file; errors name it as the operator knows it. */
const reading = <T>(name: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const isUnsound = error instanceof UnsoundFile;
    if (!isUnsound && !(error instanceof SqliteDatabase.SqliteError)) throw error;
    const why = isUnsound ? error.message : `it cannot be read: ${error.message}`;
    throw new UnsoundFile(`${name}: ${why}`, { cause: error });
  }
};

/**
 * Counts the contents of a database.
 * @throws UnsoundFile when it is not a database of Bandeja, or of a newer release
 */
export const contentsOf = (database: SqliteDatabase.Database): FileContents =>
  reading(database.name, () => contentsIn(database));

const contentsIn = (database: SqliteDatabase.Database): FileContents => {
  const tables = tablesIn(database);
  if (!tables.includes('kysely_migration')) throw new UnsoundFile('it is no database of Bandeja');
  return {
    version: versionIn(database),
    rows: new Map(tables.map((table) => [table, rowsIn(database, table)])),
  };
};

/**
 * Merges the files of a database into one, reads all its pages and indexes, and counts its contents.
 * @param original the file to name in errors, when this is a copy of it
 * @throws UnsoundFile that says what is wrong
 */
export const verifyDatabaseFile = (file: string, original = file): FileContents =>
  reading(original, () => soundContentsOf(file));

const soundContentsOf = (file: string): FileContents => {
  const database = new SqliteDatabase(file, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
    const [found, ...more] = names.parse(database.prepare('pragma integrity_check').pluck().all());
    if (found !== 'ok') throw new UnsoundFile(`it is damaged: ${[found, ...more].join('; ')}`);
    const broken = database.prepare('pragma foreign_key_check').all();
    if (broken.length > 0) throw new UnsoundFile(`${broken.length} rows refer to none`);
    return contentsIn(database);
  } finally {
    database.close();
  }
};
