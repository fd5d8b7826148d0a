import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/**
 * Makes an empty file for a database, and its folder, where there are none: for their owner alone, since
 * it holds who follows whom. What SQLite lays beside it gets the same mode. What is there stays as it is.
 */
export const makeForOwnerAlone = (file: string): void => {
  if (existsSync(file)) return;
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
};
