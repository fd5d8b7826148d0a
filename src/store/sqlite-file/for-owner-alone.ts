import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/**
 * Creates an empty database file, and its folder, if missing; private to the owner, since it holds who
 * follows whom. SQLite's files beside it get the same mode. Existing files stay unchanged.
 */
export const makeForOwnerAlone = (file: string): void => {
  if (existsSync(file)) return;
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
};
