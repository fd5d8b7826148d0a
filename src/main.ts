import { startApp } from './app.ts';
import { readConfig } from './config.ts';
import { configuredOrExit, exitWith, stopOnSignal } from './entry.ts';
import { createSteadyClock } from './lib/steady-clock.ts';
import { createLog } from './log.ts';

const config = configuredOrExit(readConfig);
const log = createLog(config.logLevel);

try {
  const app = await startApp({ config, log, now: createSteadyClock() });
  stopOnSignal(app.stop);
  console.log('Bandeja is connected to Discord. New commands? Register them with: npm run deploy');
} catch (error) {
  log.error({ err: error }, 'bandeja could not start');
  exitWith(error);
}
