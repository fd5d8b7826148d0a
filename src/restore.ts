import { readDatabaseUrl } from './config.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from './entry.ts';
import { UsageError } from './lib/usage-error.ts';
import { fileIn } from './store/connection/database-url.ts';
import { restoreFile } from './store/sqlite-file/restore.ts';
import { integritySummary } from './store/sqlite-file/soundness.ts';

const USAGE = `npm run restore -- FILE

  Verifies a backup and replaces the SQLite file of DATABASE_URL with it. The replaced file is kept beside
  it. Stop every bot on that file first.`;

const { positionals } = argumentsOrExit(USAGE, { allowPositionals: true });
const database = fileIn(configuredOrExit('restore its database', readDatabaseUrl));

try {
  const [backup, ...more] = positionals;
  if (backup === undefined || more.length > 0)
    throw new UsageError('name one backup: npm run restore -- FILE');
  if (database === null) throw new Error('DATABASE_URL is PostgreSQL: use pg_restore');
  const { contents, before } = restoreFile(backup, database, new Date());
  console.log(`Restored ${database} from ${backup} (${integritySummary(contents)}).`);
  if (before !== null) console.log(`The previous file is now ${before}.`);
} catch (error) {
  exitWith(error);
}
