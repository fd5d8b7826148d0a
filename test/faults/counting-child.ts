import { flushCompileCache } from 'node:module';
import { openSpending } from '#src/app/spending.ts';
import { createLog } from '#src/log.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { openStore } from '#src/store/connection/database.ts';

// A separate process that sends requests to the data service as fast as it can, until it is killed.
const [databaseUrl = '', baseUrl = '', atOnce = '1'] = process.argv.slice(2);
const log = createLog('silent');
const token = 'token';
const { db } = await openStore(databaseUrl, log);
const clocks = { now: Date.now, monotonic: () => performance.now() };
const spending = await openSpending({ databaseUrl, token, db, ...clocks, log });
const api = createPadelApi({
  baseUrl,
  token,
  now: Date.now,
  random: Math.random,
  limits: { perMinute: 1e9, perDay: 1e9, perMonth: 1e9 },
  spending,
  log,
});

// Written now because the process is killed: the next one then needs no time to compile.
flushCompileCache();

let player = 0;
const requestForever = async (): Promise<never> => {
  for (;;) {
    player += 1;
    await api.player(player, { priority: 'live' });
  }
};
await Promise.all(Array.from({ length: Number(atOnce) }, requestForever));
