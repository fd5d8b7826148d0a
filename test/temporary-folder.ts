import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory, so that the databases of tests wait for no disk. */
const IN_MEMORY = '/dev/shm';

/** A whole run has up to 0.8 GB of files at a time, and its processes need memory, too. */
const NEEDED_BYTES = 4e9;

const isInMemory = (): boolean => {
  // A folder that the user has set is used.
  if (process.env['TMPDIR'] !== undefined) return false;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
};

/** Creates one folder for all temporary files of a run, and removes it after the run. */
export default (): (() => void) => {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(isInMemory() ? IN_MEMORY : tmpdir(), 'bandeja-tests-'));
  // Readable for all: PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  };
};
