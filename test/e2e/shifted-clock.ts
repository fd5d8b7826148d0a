/**
 * Loaded before the bot (`node --import`): moves its clock ahead of the real one by CLOCK_AHEAD
 * milliseconds. So delays can be tested with a process that is killed.
 */
const ahead = Number(process.env['CLOCK_AHEAD'] ?? 0);
const real = Date.now.bind(Date);
Date.now = () => real() + ahead;
