/**
 * Loaded before the bot (`node --import`): its clock is ahead of the real one by so many milliseconds.
 * What waits for a time can be tried with a process that is killed.
 */
const ahead = Number(process.env['CLOCK_AHEAD'] ?? 0);
const real = Date.now.bind(Date);
Date.now = () => real() + ahead;
