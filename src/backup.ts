import { readDatabaseUrl } from './config.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from './entry.ts';
import { fileIn } from './store/database-url.ts';
import { backUp, placeOfBackup, thinOut } from './store/sqlite-file/backup.ts';
import { summaryOf } from './store/sqlite-file/soundness.ts';

const { values } = argumentsOrExit('npm run backup -- [--to FILE or FOLDER/] [--keep NUMBER]', {
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
