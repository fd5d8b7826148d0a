/**
 * Loaded before the bot (`node --import`): who started the process can tell it, while it runs, that its
 * disk fails or that its clock was set.
 */
import { isMainThread } from 'node:worker_threads';
import { watchDisk } from './failing-disk.ts';
import { machine } from './machine.ts';

if (isMainThread) {
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
