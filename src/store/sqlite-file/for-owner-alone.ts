import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes an empty file for a database, and its folder, where there are none: for their owner alone, since
 * it holds who follows whom. What SQLite lays beside it gets the same mode. What is there stays as it is.
 */
export const makeForOwnerAlone = (file: string): void => {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
};
