import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import type { Shutdown } from '../lib/shutdown.ts';
import { beAlone } from '../processes/alone.ts';
import type { Processes } from '../processes/processes.ts';
import { joinOthers } from '../processes/together.ts';
import { openStore, type Db } from '../store/database.ts';
import { fileIn } from '../store/database-url.ts';
import { lockFile } from '../store/file-lock.ts';
import { NewerDatabase, troubleOf } from '../store/inspection/trouble.ts';
import { BeingCopied, openSession } from '../store/session.ts';

export interface OpenProcessesOptions {
  readonly config: Pick<Config, 'databaseUrl'>;
  /** Of this process, unlike any other. */
  readonly id: string;
  readonly shutdown: Shutdown;
  /** Ends the wait for a file that another process has. */
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

const LOOK_AGAIN = 1_000;

interface Opened {
  readonly db: Db;
  readonly processes: Processes;
}

/** The database, and the place of this process among all that work on it. @throws when it cannot be opened */
export const openProcesses = async (options: OpenProcessesOptions): Promise<Opened> => {
  const file = fileIn(options.config.databaseUrl);
  try {
    return file === null ? await openServer(options) : await openFile(file, options);
  } catch (error) {
    if (error instanceof BeingCopied || error instanceof NewerDatabase) throw error;
    const { says } = troubleOf(error, '');
    const why = says === '' ? '' : `: ${says.toLowerCase().replace(/\.$/, '')}`;
    throw new Error(`DATABASE_URL names a database that cannot be opened${why}`, { cause: error });
  }
};

const openFile = async (file: string, options: OpenProcessesOptions): Promise<Opened> => {
  const { config, id, shutdown, signal, log } = options;
  shutdown.add('lock', await waitForFile(file, signal, log));
  const { db, close } = await openStore(config.databaseUrl, log, id);
  shutdown.add('database', close);
  return { db, processes: beAlone() };
};

const openServer = async (options: OpenProcessesOptions): Promise<Opened> => {
  const { config, id, shutdown, log } = options;
  const { databaseUrl: url } = config;
  // First: a database that is being copied is not to be brought up to date meanwhile.
  const session = await openSession(url, id);
  const { db, close } = await openStore(url, log, id).catch(async (error: unknown) => {
    await session.close();
    throw error;
  });
  shutdown.add('database', close);
  const clocks = { monotonic: () => performance.now(), wall: () => Date.now() };
  const processes = joinOthers({ id, db, session, clocks, log });
  shutdown.add('place among the processes', processes.stop);
  // Whoever has lost its place notes nothing any more, not even what it has just sent: another
  // process may have told it, and noted so. What is told twice for that has the same nonce.
  processes.lost.then(close).catch((error: unknown) => {
    log.warn({ err: error }, 'the database could not be closed');
  });
  return { db, processes };
};

/** A file belongs to one process: another one stands by until that has ended. */
const waitForFile = async (
  file: string,
  signal: AbortSignal | undefined,
  log: Logger,
): Promise<() => void> => {
  if (file === ':memory:') return () => undefined;
  for (let isFirst = true; ; isFirst = false) {
    const letGo = lockFile(file);
    if (letGo !== null) return letGo;
    if (isFirst) {
      log.warn(
        { file },
        'another Bandeja works with this database: standing by until it has ended',
      );
    }
    await pause(LOOK_AGAIN, undefined, { signal });
  }
};
