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
import { putInPlace, removeFile, unfinished } from './place.ts';
import { contentsOf, proveSound, UnsoundFile, type FileContents } from './soundness.ts';

/** Pages that are copied at once: a few milliseconds. */
const PAGES = 1_000;

/**
 * Copies a database as it is at this moment into a new file, while the bot goes on writing. The copy
 * is read through before it gets its name.
 * @param to a path at which nothing is yet, in a folder that is there.
 * @returns what the copy holds.
 * @throws when there is no database to copy, no folder, or something in its place, or UnsoundFile when the
 * copy is not what it should be; then no file is left.
 */
export const backUp = async (from: string, to: string): Promise<FileContents> => {
  if (!existsSync(from)) throw new Error(`there is no database ${from}`);
  if (existsSync(to)) throw new Error(`${to} is there already`);
  makeFolder(dirname(to), from);
  const copy = unfinished(to);
  removeFile(copy);
  try {
    const copied = await copyDatabase(from, copy);
    const held = proveSound(copy, from);
    refuseOther(copied, held);
    chmodSync(copy, statSync(from).mode);
    putInPlace(copy, to);
    return held;
  } catch (error) {
    removeFile(copy);
    throw error;
  }
};

/** Where backups go that go nowhere else: the one folder that is made. */
const ownFolder = (database: string): string => join(dirname(database), 'backups');

const makeFolder = (folder: string, database: string): void => {
  if (existsSync(folder)) return;
  // One of the operator's may be on a disk that is not mounted: a backup beside it would be none.
  if (folder !== ownFolder(database)) {
    throw new Error(`there is no folder ${folder}: make it, or mount its disk`);
  }
  mkdirSync(folder, { mode: 0o700 });
};

/** @returns what was in the database at the moment that the copy is of. */
const copyDatabase = async (from: string, copy: string): Promise<FileContents> => {
  const database = new SqliteDatabase(from, { readonly: true });
  try {
    // The moment is held: without this SQLite begins anew after each write of the bot, for ever.
    database.exec('begin');
    const contents = contentsOf(database);
    // It holds who follows whom: nobody may read it before it has the mode of the database.
    writeFileSync(copy, '', { mode: 0o600 });
    await database.backup(copy, { progress: () => PAGES });
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

/** A moment as it stands in names of files: `20261122T065100Z`. */
export const dated = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

const BACKUP = /^bandeja-\d{8}T\d{6}Z\.sqlite$/;

/** Where a backup goes. */
interface BackupPlace {
  readonly file: string;
  /** The folder in which it lies among others, named by its moment; null for a file of its own. */
  readonly folder: string | null;
}

/**
 * Where a backup of a database goes.
 * @param to a file or a folder; without it a folder `backups` beside the database.
 */
export const placeOfBackup = (database: string, to: string | undefined, at: Date): BackupPlace => {
  const folder = to ?? ownFolder(database);
  return to === undefined || isFolder(to)
    ? { folder, file: join(folder, `bandeja-${dated(at)}.sqlite`) }
    : { folder: null, file: to };
};

const isFolder = (path: string): boolean =>
  path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Removes all but the newest backups of a folder; files of other names stay.
 * @param keep how many are left, from 1.
 * @returns the names of those that were removed.
 */
export const thinOut = (folder: string, keep: number): readonly string[] => {
  const backups = readdirSync(folder).filter((name) => BACKUP.test(name));
  const old = backups.toSorted().slice(0, -keep);
  for (const name of old) rmSync(join(folder, name));
  return old;
};
