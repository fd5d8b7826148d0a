import { readDatabaseUrl } from './config.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from './entry.ts';
import { UsageError } from './lib/usage-error.ts';
import { fileIn } from './store/connection/database-url.ts';
import { backUp, placeOfBackup, deleteOldBackups } from './store/sqlite-file/backup.ts';
import { integritySummary } from './store/sqlite-file/soundness.ts';

const USAGE = `npm run backup -- [--to FILE or FOLDER/] [--keep NUMBER]

  Copies the SQLite file of DATABASE_URL and verifies the copy. The bot may run.

  --to    a new file, or an existing folder; by default the folder "backups" beside the database, which
          is created if necessary
  --keep  deletes all but this many of the newest backups in the folder

  Exits with 1, and leaves no file, if the backup fails; with 2 for wrong arguments.`;

const { values } = argumentsOrExit(USAGE, {
  options: { to: { type: 'string' }, keep: { type: 'string' } },
});
const database = fileIn(configuredOrExit('back up its database', readDatabaseUrl));

try {
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
} catch (error) {
  exitWith(error);
}
