import { readDatabaseUrl } from './config.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from './entry.ts';
import { fileIn } from './store/database-url.ts';
import { restore } from './store/sqlite-file/restore.ts';
import { summaryOf } from './store/sqlite-file/soundness.ts';

const USAGE = `npm run restore -- FILE

  Reads a backup through, and puts it into the place of the SQLite file of DATABASE_URL. What was there
  is kept beside it. Every bot on it has to be stopped.`;

const { positionals } = argumentsOrExit(USAGE, { allowPositionals: true });
const database = fileIn(configuredOrExit(readDatabaseUrl));

try {
  const [backup, ...more] = positionals;
  if (backup === undefined || more.length > 0)
    throw new Error('name one backup: npm run restore -- FILE');
  if (database === null)
    throw new Error('DATABASE_URL is PostgreSQL: psql or pg_restore restores it');
  const { contents, before } = restore(backup, database, new Date());
  console.log(`${database} is restored from ${backup}: ${summaryOf(contents)}.`);
  if (before !== null) console.log(`What was there lies in ${before}.`);
} catch (error) {
  exitWith(error);
}
