import SqliteDatabase from 'better-sqlite3';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { renameDurably, removeFile, temporaryName } from './place.ts';
import { contentsOf, verifyDatabaseFile, UnsoundFile, type FileContents } from './soundness.ts';

/** Pages copied per step: a few milliseconds. */
const PAGES_PER_STEP = 1_000;

/**
 * Copies a database into a new file while the bot goes on writing. The copy is verified before it gets
 * its name.
 * @param to a path where no file exists, in an existing folder
 * @returns what the copy holds
 * @throws without a database or a folder, when the path exists, or UnsoundFile when the copy is not
 * sound; then no file is left
 */
export const backUp = async (from: string, to: string): Promise<FileContents> => {
  if (!existsSync(from)) throw new Error(`there is no database ${from}`);
  if (existsSync(to)) throw new Error(`${to} is there already`);
  makeFolder(dirname(to), from);
  const copy = temporaryName(to);
  removeFile(copy);
  try {
    const copied = await copyDatabase(from, copy);
    const held = verifyDatabaseFile(copy, from);
    refuseOther(copied, held);
    chmodSync(copy, statSync(from).mode);
    renameDurably(copy, to);
    return held;
  } catch (error) {
    removeFile(copy);
    throw error;
  }
};

/** The default folder of backups, the only one that is created. */
const ownFolder = (database: string): string => join(dirname(database), 'backups');

const makeFolder = (folder: string, database: string): void => {
  if (existsSync(folder)) return;
  // The operator's folder may be an unmounted disk: creating it would put the backup on the wrong disk.
  if (folder !== ownFolder(database)) {
    throw new Error(`there is no folder ${folder}: make it, or mount its disk`);
  }
  mkdirSync(folder, { mode: 0o700 });
};

/** @returns what the database held at the moment of the copy */
const copyDatabase = async (from: string, copy: string): Promise<FileContents> => {
  const database = new SqliteDatabase(from, { readonly: true });
  try {
    // Holds a read transaction: otherwise SQLite restarts the copy after each write of the bot,
    // endlessly.
    database.exec('begin');
    const contents = contentsOf(database);
    // It holds who follows whom: private until it gets the mode of the database.
    writeFileSync(copy, '', { mode: 0o600 });
    await database.backup(copy, { progress: () => PAGES_PER_STEP });
    return contents;
  } finally {
    database.close();
  }
};

const refuseOther = (copied: FileContents, held: FileContents): void => {
  for (const [table, rows] of copied.rows) {
    if (held.rows.get(table) === rows) continue;
    throw new UnsoundFile(`of ${rows} rows of ${table} the copy has ${held.rows.get(table) ?? 0}`);
  }
};

/** An instant in file names: `20261122T065100Z`. */
const datedName = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

const BACKUP = /^bandeja-\d{8}T\d{6}Z\.sqlite$/;

interface BackupPlace {
  readonly file: string;
  /** The folder of backups named by their time; null for a file of its own. */
  readonly folder: string | null;
}

/** The path of a backup. @param to a file or a folder; by default the folder `backups` beside the database */
export const placeOfBackup = (database: string, to: string | undefined, at: Date): BackupPlace => {
  const folder = to ?? ownFolder(database);
  return to === undefined || isFolder(to)
    ? { folder, file: join(folder, `bandeja-${datedName(at)}.sqlite`) }
    : { folder: null, file: to };
};

const isFolder = (path: string): boolean =>
  path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Deletes all but the newest backups in a folder; files with other names stay.
 * @param keep how many to keep, at least 1
 * @returns the names of the deleted ones
 */
export const deleteOldBackups = (folder: string, keep: number): readonly string[] => {
  const backups = readdirSync(folder).filter((name) => BACKUP.test(name));
  const old = backups.toSorted().slice(0, -keep);
  for (const name of old) rmSync(join(folder, name));
  return old;
};
