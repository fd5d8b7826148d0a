import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '#src/store/database.ts';
import { aLog } from '../lib/log.ts';

/** A folder that is gone with the test. */
export const aFolder = (): string => {
  // Of some systems the folder for what is temporary is a link.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'bandeja-file-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

/** The store of a bot that runs on a file; it may be closed before the test ends. */
export const aStoreAt = async (file: string): Promise<Store> => {
  const store = await openStore(`file:${file}`, aLog());
  onTestFinished(store.close);
  return store;
};
