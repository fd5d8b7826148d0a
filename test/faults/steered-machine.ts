/**
 * Loaded before the bot (`node --import`). The parent process can then make the disk fail or the
 * clock jump while the bot runs.
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
  // The open channel must not keep the process alive.
  process.channel?.unref();
}
