import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The one path of a file, by whatever links and detours it is named; also of one that is not there yet,
 * or whose folder is not.
 * @throws when links lead in a circle
 */
export const realPathOf = (file: string): string => {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return realpathSync(file);
  const folder = realPathOf(dirname(file));
  // A link to a file that is not there yet: whoever opens it makes that one.
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realPathOf(resolve(folder, readlinkSync(file))) : join(folder, basename(file));
};
