import SqliteDatabase from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '#src/lib/logger.ts';
import { openStore, type Store } from '#src/store/connection/database.ts';
import { aLog } from '../lib/log.ts';

const migrated = async (): Promise<Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-migrated-'));
  const file = join(folder, 'bandeja.sqlite');
  const { close } = await openStore(`file:${file}`, aLog());
  await close();
  // A database in memory cannot have a write-ahead log.
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = DELETE');
  database.close();
  const image = readFileSync(file);
  rmSync(folder, { recursive: true });
  return image;
};

let image: Promise<Buffer> | undefined;

/** A SQLite file with the current tables, migrated once per process because that takes a while. */
export const migratedImage = (): Promise<Buffer> => (image ??= migrated());

/** A store in memory. */
export const aStore = async (log: Logger = aLog()): Promise<Store> =>
  await openStore(await migratedImage(), log);

/** Writes a SQLite file with the current tables. @returns its URL */
export const migratedFile = async (file: string): Promise<string> => {
  writeFileSync(file, await migratedImage());
  return `file:${file}`;
};
