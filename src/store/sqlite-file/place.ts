import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** What SQLite lays beside a file while it is in use. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/** The name of a file while it is being made: whoever is killed leaves nothing that looks whole. */
export const unfinished = (file: string): string => `${file}.unfinished`;

/** Removes a file, and what lies beside it, if it is there. */
export const removeFile = (file: string): void => {
  for (const each of ['', ...COMPANIONS]) rmSync(`${file}${each}`, { force: true });
};

/** Who owns a database, or is to own one that is not there yet: whoever has its folder. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export const ownerOf = (file: string): Owner => statSync(existsSync(file) ? file : dirname(file));

/** Gives a file away. Root alone may; whoever else makes one for themselves keeps it. */
export const giveTo = ({ uid, gid }: Owner, file: string): void => {
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
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
