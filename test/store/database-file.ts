import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '#src/store/connection/database.ts';
import { aLog } from '../lib/log.ts';

/** A folder that is removed after the test. */
export const aFolder = (): string => {
  // On some systems the temporary folder is a link.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'bandeja-file-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

/** The store of a bot that runs on a file; a test may close it earlier. */
export const aStoreAt = async (file: string): Promise<Store> => {
  const store = await openStore(`file:${file}`, aLog());
  onTestFinished(store.close);
  return store;
};
