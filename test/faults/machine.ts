import { z } from 'zod';

/** The message that sets the state of the machine in a running process. */
export const machine = z.object({
  disk: z.enum(['well', 'full', 'read-only']),
  /** How many milliseconds the clock is ahead of where it would be without the jump. */
  clockJump: z.number(),
});

/** The state of the machine that a process runs on. */
export type Machine = Readonly<z.infer<typeof machine>>;

export const WELL: Machine = { disk: 'well', clockJump: 0 };
