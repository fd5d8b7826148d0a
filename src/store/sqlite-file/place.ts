import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** What SQLite lays beside a file while it is in use. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/** The name of a file while it is being made: whoever is killed leaves nothing that looks whole. */
export const unfinished = (file: string): string => `${file}.unfinished`;

/** Removes a file, and what lies beside it, if it is there. */
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

/** Gives a finished file its name, so that it has it after a power cut, too. */
export const putInPlace = (finished: string, file: string): void => {
  flush(finished);
  renameSync(finished, file);
  flush(dirname(file));
};
