import { startApp } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import { createLog } from '#src/log.ts';

/** The bot of `npm start`, with as many requests to the data service as it likes. */
const config = readConfig(process.env);
const app = await startApp({
  config,
  log: createLog(config.logLevel),
  requestsPerMinute: 1_000_000,
});
process.on('message', () => {
  void app.stop().then(() => process.exit(0));
});
process.send?.('up');
