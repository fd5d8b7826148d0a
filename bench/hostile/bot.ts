import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { startApp } from '#src/app.ts';
import type { Config } from '#src/config.ts';
import { quantile } from '../table.ts';

/** The bot in a separate process that reports its event loop's delay: run with `--expose-gc`. */

/** Measurements since the last report. */
export interface Measured {
  /**
   * CPU milliseconds of one turn of the event loop: the longest, and that of the 99.9th percentile. On
   * a loaded machine a turn takes longer by the clock, which is not the bot's fault.
   */
  readonly longestMs: number;
  readonly p999Ms: number;
  /** Bytes of live objects and buffers. */
  readonly living: number;
  readonly resident: number;
}

const COLLECTIONS = 6;

// Written by run.ts.
const config = JSON.parse(process.argv[2] ?? '{}') as Config;

const unlimited = { capacity: Number.MAX_SAFE_INTEGER, refillMs: 1 };
const rates = { command: unlimited, share: unlimited, autocomplete: unlimited };

/** CPU between two timers: the cost of the turn between them. */
const turns: number[] = [];
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  turns.push((user + system) / 1_000);
}, 1);

const measured = async (): Promise<Measured> => {
  turns.sort((a, b) => a - b);
  const figures = { longestMs: turns.at(-1) ?? 0, p999Ms: quantile(turns, 0.999) };
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc?.();
    await pause(50);
  }
  turns.length = 0;
  const { heapUsed, external, rss } = process.memoryUsage();
  return { ...figures, living: heapUsed + external, resident: rss };
};

const app = await startApp({
  config,
  log: pino({ level: 'fatal' }),
  // Without rate limits: the load is what is measured.
  useRates: { member: rates, server: rates },
});
process.on('message', () => {
  void measured().then((figures) => process.send?.(figures));
});
process.on('disconnect', () => {
  void app.stop().then(() => process.exit());
});
process.send?.('up');
