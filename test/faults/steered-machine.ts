/**
 * Loaded before the bot (`node --import`): who started the process can tell it, while it runs, that its
 * disk fails or that its clock was set.
 */
import { isMainThread } from 'node:worker_threads';
import { z } from 'zod';
import { watchDisk } from './failing-disk.ts';

const machine = z.object({
  disk: z.enum(['well', 'full', 'read-only']),
  /** By how many milliseconds the clock is ahead of what it was at the start. */
  clockJump: z.number(),
});

/** What the machine of a process is like. */
export type Machine = Readonly<z.infer<typeof machine>>;

export const WELL: Machine = { disk: 'well', clockJump: 0 };

if (isMainThread && process.send !== undefined) {
  const disk = watchDisk();
  const shown = Date.now.bind(Date);
  let jump = 0;
  Date.now = () => shown() + jump;
  process.on('message', (message) => {
    const { disk: state, clockJump } = machine.parse(message);
    jump = clockJump;
    (state === 'full' ? disk.fill : disk.makeRoom)();
    (state === 'read-only' ? disk.protect : disk.unprotect)();
  });
  // Listening is no reason to live on.
  process.channel?.unref();
}
