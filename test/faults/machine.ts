import { z } from 'zod';

/** As it is told to a process that runs on it. */
export const machine = z.object({
  disk: z.enum(['well', 'full', 'read-only']),
  /** By how many milliseconds the clock is ahead of what it was at the start. */
  clockJump: z.number(),
});

/** What the machine of a process is like. */
export type Machine = Readonly<z.infer<typeof machine>>;

export const WELL: Machine = { disk: 'well', clockJump: 0 };
