import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import type { Shutdown } from '../lib/shutdown.ts';
import { singleProcess } from '../processes/single-process.ts';
import type { Processes } from '../processes/processes.ts';
import { joinCluster } from '../processes/cluster.ts';
import { openStore, type Db } from '../store/connection/database.ts';
import { fileIn } from '../store/connection/database-url.ts';
import { lockFile } from '../store/sqlite-file/file-lock.ts';
import { NewerDatabase, OlderProcesses, troubleOf } from '../store/trouble.ts';
import { DatabaseBeingCopied, openPostgresSession } from '../store/migrations/postgres-session.ts';

interface OpenProcessesOptions {
  readonly config: Pick<Config, 'databaseUrl'>;
  /** Unique to this process. */
  readonly id: string;
  readonly shutdown: Shutdown;
  /** Aborts the wait for a file that another process has locked. */
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

const LOCK_RETRY_MS = 1_000;

interface Opened {
  readonly db: Db;
  readonly processes: Processes;
}

/** Opens the database, and joins its other processes. @throws when it cannot be opened */
export const openProcesses = async (options: OpenProcessesOptions): Promise<Opened> => {
  const file = fileIn(options.config.databaseUrl);
  try {
    return file === null ? await openServer(options) : await openFile(file, options);
  } catch (error) {
    const isExplained = [DatabaseBeingCopied, NewerDatabase, OlderProcesses].some(
      (kind) => error instanceof kind,
    );
    if (isExplained) throw error;
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
  return { db, processes: singleProcess() };
};

const openServer = async (options: OpenProcessesOptions): Promise<Opened> => {
  const { config, id, shutdown, log } = options;
  const { databaseUrl: url } = config;
  // The session first: a database must not be migrated while it is copied.
  const session = await openPostgresSession(url, id);
  const { db, close } = await openStore(url, log, id).catch(async (error: unknown) => {
    await session.close();
    throw error;
  });
  shutdown.add('database', close);
  const clocks = { monotonic: () => performance.now(), wall: () => Date.now() };
  const processes = joinCluster({ id, db, session, clocks, log });
  shutdown.add('processes', processes.stop);
  // A process that lost its leases writes nothing any more, not even what it has just sent: another
  // process may have sent and recorded it, with the same nonce.
  processes.leaseLost.then(close).catch((error: unknown) => {
    log.warn({ err: error }, 'database could not be closed');
  });
  return { db, processes };
};

/** A database file belongs to one process: a second one stands by until the first has ended. */
const waitForFile = async (
  file: string,
  signal: AbortSignal | undefined,
  log: Logger,
): Promise<() => void> => {
  if (file === ':memory:') return () => undefined;
  for (let isFirst = true; ; isFirst = false) {
    const unlock = lockFile(file);
    if (unlock !== null) return unlock;
    if (isFirst) {
      log.warn({ file }, 'database is in use by another Bandeja process, standing by');
    }
    await pause(LOCK_RETRY_MS, undefined, { signal });
  }
};
