import type { Logger } from '../../lib/logger.ts';
import type { PadelApi } from '../client.ts';
import type { Names } from '../names.ts';
import type { Progress } from '../progress.ts';

/** Reads every name of a kind once; what was read until it failed is kept, and it goes on from there. */
export type Job = (signal: AbortSignal) => Promise<void>;

/** Where names are read, and where they are kept. */
export interface NameSource {
  readonly api: PadelApi;
  readonly names: Names;
  readonly log: Logger;
}

export interface JobOptions extends NameSource {
  readonly progress: Progress;
}

/** Nobody waits for the names; whoever waits for something else goes first. */
export const quietly = (signal: AbortSignal) => ({ lane: 'names', signal }) as const;
