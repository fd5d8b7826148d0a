import { readDatabaseUrl } from './config.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from './entry.ts';
import { fileIn } from './store/database-url.ts';
import { backUp, placeOfBackup, thinOut } from './store/sqlite-file/backup.ts';
import { summaryOf } from './store/sqlite-file/soundness.ts';

const USAGE = `npm run backup -- [--to FILE or FOLDER/] [--keep NUMBER]

  Copies the SQLite file of DATABASE_URL, while the bot runs or not, and reads the copy through.

  --to    a file, at which nothing is yet, or a folder that is there; without it a folder "backups" is
          made beside the database
  --keep  removes all but so many of the newest backups in the folder

  Ends with 1, and leaves no file, when no backup could be made.`;

const { values } = argumentsOrExit(USAGE, {
  options: { to: { type: 'string' }, keep: { type: 'string' } },
});
const database = fileIn(configuredOrExit(readDatabaseUrl));

try {
  if (database === null) throw new Error('DATABASE_URL is PostgreSQL: pg_dump makes its backups');
  const { file, folder } = placeOfBackup(database, values.to, new Date());
  const { keep = '' } = values;
  if (keep !== '' && (folder === null || !/^[1-9]\d{0,5}$/.test(keep))) {
    throw new Error('--keep is how many backups stay in a folder, from 1');
  }
  const contents = await backUp(database, file);
  console.log(`${file} is made, and read through: ${summaryOf(contents)}.`);
  const removed = folder === null || keep === '' ? [] : thinOut(folder, Number(keep));
  for (const name of removed) console.log(`${name} is removed: there are newer ones.`);
} catch (error) {
  exitWith(error);
}
