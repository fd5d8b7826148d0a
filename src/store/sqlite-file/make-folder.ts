import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing ancestors, private to the owner. Node's own recursive mkdir never
 * returns where a file system cannot hold folders, such as below /proc.
 * @throws the error of the file system
 */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
};
