import { z } from 'zod';
import type { DirectPost } from '../alerts/channels/post-directly.ts';
import type { SendOutcome } from '../alerts/delivery/sender.ts';
import type { Config } from '../config.ts';
import type { EveryMinute } from '../lib/every-minute.ts';
import type { Logger } from '../lib/logger.ts';
import type { Shutdown } from '../lib/shutdown.ts';
import type { Processes } from '../processes/processes.ts';
import type { Db } from '../store/connection/database.ts';
import type { Metrics } from '../http/metrics.ts';
import type { FeedState } from './feed.ts';
import type { Clocks } from '../lib/clocks.ts';
import type { DrawPicture } from '../render/pictures/picture.ts';

export interface Context extends Clocks {
  readonly config: Config;
  readonly db: Db;
  readonly processes: Processes;
  readonly metrics: Metrics;
  readonly shutdown: Shutdown;
  readonly random: () => number;
  readonly everyMinute: EveryMinute;
  readonly signal: AbortSignal | undefined;
  readonly log: Logger;
  readonly draw: DrawPicture;
}

/** Topics of the notifications between processes. */
export const TOPICS = {
  /** Alerts may be due. */
  alerts: 'alerts',
  /** A webhook was written into the inbox. */
  inbox: 'inbox',
  /** Discord requires more shards of all processes. */
  sharding: 'sharding',
  /** Names were added or removed; the payload has their keys. */
  names: 'names',
} as const;

/** Roles that one process at a time has. What they exchange is of the same release, and not checked. */
export const ROLES = {
  /** Calls the data service within its budget, and receives its pushes. */
  feed: {
    name: 'feed',
    // padel-api/remote.ts parses both.
    request: z.unknown(),
    response: z.unknown(),
    report: z.custom<FeedState>(),
  },
  /** Sends alerts to Discord within its limits. */
  sender: {
    name: 'sender',
    request: z.custom<DirectPost>(),
    response: z.custom<SendOutcome>(),
    report: z.undefined(),
  },
} as const;
