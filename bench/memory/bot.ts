import { startApp } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import { createLog } from '#src/log.ts';

/** The bot of `npm start`, with unlimited requests to the data service. */
const config = readConfig(process.env);
const quota = { ...config.padel.quota, perMinute: 1e6, perDay: 1e9, perMonth: 1e9 };
const app = await startApp({
  config: { ...config, padel: { ...config.padel, quota } },
  log: createLog(config.logLevel),
});
process.on('message', () => {
  void app.stop().then(() => process.exit(0));
});
process.send?.('up');
