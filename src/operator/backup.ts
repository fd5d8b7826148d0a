import { statSync } from 'node:fs';
import { readDatabaseUrl } from '../config.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from '../entry.ts';
import { UsageError } from '../lib/usage-error.ts';
import { fileIn } from '../store/connection/database-url.ts';
import { backUp, placeOfBackup, deleteOldBackups } from '../store/sqlite-file/backup.ts';
import { integritySummary, verifyDatabaseFile } from '../store/sqlite-file/soundness.ts';

const USAGE = `npm run backup -- [--to FILE or FOLDER/] [--keep NUMBER] | --check FILE

  Copies the SQLite file of DATABASE_URL and verifies the copy. The bot may run.

  --to     a new file, or an existing folder; by default the folder "backups" beside the database, which
           is created if necessary
  --keep   deletes all but this many of the newest backups in the folder
  --check  only verifies a backup, before it is restored (docs/operations/data.md)

  Exits with 1, and leaves no file, if the backup fails; with 2 for wrong arguments.`;

const { values } = argumentsOrExit(USAGE, {
  options: { to: { type: 'string' }, keep: { type: 'string' }, check: { type: 'string' } },
});

const checkBackup = (file: string): void => {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Error(`there is no backup ${file}`);
  console.log(`The backup is sound: ${file} (${integritySummary(verifyDatabaseFile(file))}).`);
};

const writeBackup = async (): Promise<void> => {
  const database = fileIn(configuredOrExit('back up its database', readDatabaseUrl));
  if (database === null) throw new Error('DATABASE_URL is PostgreSQL: use pg_dump');
  const { file, folder } = placeOfBackup(database, values.to, new Date());
  const { keep = '' } = values;
  if (keep !== '' && (folder === null || !/^[1-9]\d{0,5}$/.test(keep))) {
    throw new UsageError('--keep must be the number of backups to keep in a folder, 1 or more');
  }
  const contents = await backUp(database, file);
  console.log(`Backup written and verified: ${file} (${integritySummary(contents)}).`);
  const removed = folder === null || keep === '' ? [] : deleteOldBackups(folder, Number(keep));
  for (const name of removed) console.log(`Deleted older backup: ${name}`);
};

try {
  if (values.check === undefined) await writeBackup();
  else if (values.to === undefined && values.keep === undefined) checkBackup(values.check);
  else throw new UsageError('--check stands alone: npm run backup -- --check FILE');
} catch (error) {
  exitWith(error);
}
