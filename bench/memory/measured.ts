import { setTimeout as pause } from 'node:timers/promises';
import { BOTS, isBot } from './bots.ts';

/** A bot's memory, in a separate process: run with `--expose-gc`, the bot's name and an address. */
export interface Had {
  /** Bytes of live objects and buffers. */
  readonly living: number;
  /** Resident bytes of the process. */
  readonly resident: number;
  /** Milliseconds of CPU since it started to connect, including reading and parsing. */
  readonly cpu: number;
}

/** Number of collections: unused code is dropped after a few, too. */
const COLLECTIONS = 10;
const SETTLED = 200;

const measure = async (name: string | undefined, apiUrl: string | undefined): Promise<Had> => {
  if (!isBot(name) || apiUrl === undefined) throw new Error('which bot, and where is Discord?');
  const busyBefore = process.cpuUsage();
  const stop = await BOTS[name](apiUrl);
  const { user, system } = process.cpuUsage(busyBefore);
  // Buffers outside the heap are freed one collection after their objects.
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc?.();
    await pause(SETTLED);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  await stop();
  return { living: heapUsed + external, resident: rss, cpu: (user + system) / 1_000 };
};

process.stdout.write(JSON.stringify(await measure(process.argv[2], process.argv[3])));
