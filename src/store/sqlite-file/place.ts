import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  lstatSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { dirname, basename, join, resolve } from 'node:path';

/** The files that SQLite keeps beside a database in use. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/** The temporary name of a file that is being written: after a kill it does not look complete. */
export const temporaryName = (file: string): string => `${file}.unfinished`;

/** Deletes a file and SQLite's files beside it, if they exist. */
export const removeFile = (file: string): void => {
  for (const each of ['', ...COMPANIONS]) rmSync(`${file}${each}`, { force: true });
};

const flush = (path: string): void => {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Renames a finished file durably, also across a power cut. */
export const renameDurably = (finished: string, file: string): void => {
  flush(finished);
  renameSync(finished, file);
  flush(dirname(file));
};

/**
 * The canonical path of a file, whatever links lead to it; the file or its folder need not exist.
 * @throws when links form a circle
 */
export const realPathOf = (file: string): string => {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return realpathSync(file);
  const folder = realPathOf(dirname(file));
  // A dangling link: opening it creates its target.
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realPathOf(resolve(folder, readlinkSync(file))) : join(folder, basename(file));
};
