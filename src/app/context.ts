import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import type { Shutdown } from '../lib/shutdown.ts';
import type { Processes } from '../processes/processes.ts';
import type { Db } from '../store/database.ts';
import type { Metrics } from '../webhook/metrics.ts';

/** What every part of the application is made with. */
export interface Context {
  readonly config: Config;
  readonly db: Db;
  readonly processes: Processes;
  readonly metrics: Metrics;
  readonly shutdown: Shutdown;
  /** Real clock, milliseconds. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly random: () => number;
  /** Aborted when the process is told to end while it starts. */
  readonly signal: AbortSignal | undefined;
  readonly log: Logger;
}

/** Bells by which the processes tell each other that there is something to look at. */
export const BELLS = {
  /** Something may be there to deliver. */
  alerts: 'alerts',
  /** A webhook has told something. */
  inbox: 'inbox',
  /** Names were learnt or forgotten. */
  names: 'names',
} as const;

/** What one process does for all. */
export const PARTS = {
  /** Asks the data service within its budget, and listens to it. */
  feed: 'feed',
  /** Writes alerts to Discord within its limits. */
  sender: 'sender',
} as const;
