import { startApp, type App } from './app.ts';
import { processVariables, readConfig } from './config.ts';
import { unknownVariables } from './config/unknown-variables.ts';
import { createInvalidRequestCounter } from './discord/rest/invalid-request-counter.ts';
import { argumentsOrExit, configuredOrExit, exitWith, stopOnSignal } from './entry.ts';
import { createReconnectBackoff, withRetry } from './lib/backoff.ts';
import { errorCode } from './lib/error-code.ts';
import { exposedFiles } from './lib/exposed-files.ts';
import { pause } from './lib/pause.ts';
import { MINUTE } from './lib/time.ts';
import { withTimeout } from './lib/with-timeout.ts';
import { createSteadyClock } from './lib/clocks.ts';
import { createLog } from './log.ts';
import { fileIn } from './store/connection/database-url.ts';

const USAGE = `npm start

  Runs the bot until Ctrl+C. It has no options: its settings come from the environment, or from the file
  .env beside package.json (see .env.example). npm run doctor checks them.`;

argumentsOrExit(USAGE, {});
const config = configuredOrExit('start', readConfig);
const log = createLog(config.logLevel);
const now = createSteadyClock();
const invalidRequests = createInvalidRequestCounter({ now: () => performance.now() });

const unknown = unknownVariables(processVariables());
if (unknown.length > 0) log.warn({ variables: unknown }, 'some variables are not known');

const exposed = exposedFiles('.env', fileIn(config.databaseUrl));
if (exposed.length > 0) {
  log.warn({ files: exposed }, 'other users of this machine can read these files: chmod o-rwx');
}

const ending = new AbortController();
let starting: Promise<App> | undefined;

const start = (unsureSince?: number): Promise<App> => {
  starting = startApp({ config, log, now, invalidRequests, unsureSince, signal: ending.signal });
  return starting;
};

/** The database may restart, the network may come back. */
const RESTART_DELAY_MS = 2_000;

/** A start that does not abort in time is abandoned. */
const START_ABORT_TIMEOUT_MS = 8_000;

/** Each start opens sessions, of which Discord allows 1,000 a day. */
const refusals = createReconnectBackoff({
  firstMs: 5_000,
  maxMs: 10 * MINUTE,
  monotonic: () => performance.now(),
  random: Math.random,
});

const explained = (error: unknown) => ({
  why: error instanceof Error ? error.message : String(error),
  code: errorCode(error),
});

const startAgain = (unsureSince: number): Promise<App> =>
  withRetry(() => start(unsureSince), {
    delayMs: (error) => {
      if (ending.signal.aborted) return null;
      // Each two seconds, for hours perhaps: without a stack trace.
      log.error(explained(error), 'restart failed, retrying');
      return RESTART_DELAY_MS;
    },
  });

// From the first moment on: as the first process of a container it would ignore them otherwise.
stopOnSignal(async (signal) => {
  log.info({ signal }, 'bandeja is stopping');
  ending.abort();
  // A start that is aborted closes what it has opened, and fails.
  const started = starting ?? Promise.resolve(undefined);
  const app = await withTimeout(started, START_ABORT_TIMEOUT_MS).catch(() => undefined);
  await app?.stop();
  log.info('bandeja has stopped');
});

try {
  let app = await start();
  console.log('Bandeja is connected to Discord. New commands? Register them with: npm run deploy');
  for (;;) {
    const { why, msSinceRenewed, isRefused } = await app.mustRestart;
    const unsureSince = now() - msSinceRenewed;
    log.warn({ why }, 'bandeja restarts');
    await app.stop();
    if (isRefused) await pause(refusals.nextDelayMs(), ending.signal);
    app = await startAgain(unsureSince);
    refusals.connected();
  }
} catch (error) {
  if (!ending.signal.aborted) {
    // A cause is what our own sentence explains; anything else is a fault of the program.
    const isExplained = error instanceof Error && error.cause !== undefined;
    log.error(isExplained ? explained(error) : { err: error }, 'bandeja could not start');
    exitWith(error, 'npm run doctor tells more.');
  }
}
