import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
 * day starts with a new one, and those of other days are deleted. `fresh` forgets today's too.
 * @throws DemoRunning when another demo that is running has the folder.
 */
export const openDemoFolder = (root: string, today: string, fresh: boolean): DemoFolder => {
  mkdirSync(root, { recursive: true });
  claim(join(root, 'running'));
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

/** Another demo keeps its world in the same folder; two would destroy each other's memory. */
export class DemoRunning extends Error {
  constructor(pid: number) {
    super(`another demo is running from this folder (process ${pid}): use that one, or stop it`);
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Puts this process's number into a file; the number of a dead process does not count. */
const claim = (file: string): void => {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (pid > 0 && pid !== process.pid && isAlive(pid)) throw new DemoRunning(pid);
  writeFileSync(file, String(process.pid));
};
