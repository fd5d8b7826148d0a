import type { Logger } from '../../lib/logger.ts';
import type { PadelApi } from '../client.ts';
import type { Names } from '../names.ts';
import type { Progress } from '../progress.ts';

/** Reads every name of a kind once; after a failure it continues where it stopped. */
export type Job = (signal: AbortSignal) => Promise<void>;

/** Where names are read from, and stored. */
export interface NameSource {
  readonly api: PadelApi;
  readonly names: Names;
  readonly log: Logger;
}

export interface JobOptions extends NameSource {
  readonly progress: Progress;
}

/** The lowest priority: all other requests go first. */
export const quietly = (signal: AbortSignal) => ({ lane: 'names', signal }) as const;
