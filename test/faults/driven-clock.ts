/**
 * Loaded before the bot (`node --import`): its clock is ahead of the real one by as many milliseconds
 * as its parent says, at first and later on. What waits for a time can be tried with a process that is
 * killed.
 */
let ahead = Number(process.env['CLOCK_AHEAD'] ?? 0);
const real = Date.now.bind(Date);
Date.now = () => real() + ahead;
process.on('message', (milliseconds) => {
  ahead = Number(milliseconds);
});
// Whoever drives the clock keeps nobody alive.
process.channel?.unref();
