import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backUp, placeOfBackup } from '#src/store/sqlite-file/backup.ts';
import { aFolder, aStoreAt } from './database-file.ts';
import { NOON } from './rows.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

it('a database, its backups and their folders are accessible to their owner only', async () => {
  const home = join(aFolder(), 'data');
  const file = join(home, 'bandeja.sqlite');
  const { folder, file: backup } = placeOfBackup(file, undefined, new Date(NOON));
  await aStoreAt(file);
  await backUp(file, backup);
  expect([home, String(folder)].map(modeOf)).toEqual(['700', '700']);
  const files = [file, `${file}-wal`, `${file}-shm`, backup];
  expect(files.map(modeOf)).toEqual(['600', '600', '600', '600']);
});

it('a database that its operator made readable by others keeps its permissions', async () => {
  const folder = join(aFolder(), 'shared');
  mkdirSync(folder, { mode: 0o755 });
  const file = join(folder, 'bandeja.sqlite');
  writeFileSync(file, '', { mode: 0o640 });
  await aStoreAt(file);
  expect([folder, file].map(modeOf)).toEqual(['755', '640']);
});
