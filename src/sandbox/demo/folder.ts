import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a demo keeps its world, its Discord and its database between runs. */
export interface DemoFolder {
  readonly path: string;
  /** Whether the first steps were taken in it. */
  isSetUp: () => boolean;
  markSetUp: () => void;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The folder of today's demo below `root`. The world is anchored to the day it was made on, so each
 * day begins with a new one, and those of other days are deleted. `fresh` forgets today's too.
 */
export const openDemoFolder = (root: string, today: string, fresh: boolean): DemoFolder => {
  mkdirSync(root, { recursive: true });
  for (const name of readdirSync(root)) {
    if (DAY.test(name) && (fresh || name !== today)) rmSync(join(root, name), { recursive: true });
  }
  const path = join(root, today);
  mkdirSync(path, { recursive: true });
  const mark = join(path, 'set-up');
  return {
    path,
    isSetUp: () => existsSync(mark),
    markSetUp: () => {
      writeFileSync(mark, '');
    },
  };
};
