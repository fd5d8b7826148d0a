import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

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
