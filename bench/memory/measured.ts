import { setTimeout as pause } from 'node:timers/promises';
import { BOTS, isBot } from './bots.ts';

/** What a bot has, in a process of its own: run with `--expose-gc`, the bot's name and an address. */
export interface Had {
  /** Bytes of live objects and buffers. */
  readonly living: number;
  /** Bytes that the machine has given to the process. */
  readonly resident: number;
  /** Milliseconds of CPU since it began to connect, reading and parsing included. */
  readonly cpu: number;
}

/** So many collections: code that is not run any more goes after a few of them, too. */
const COLLECTIONS = 10;
const SETTLED = 200;

const measure = async (name: string | undefined, apiUrl: string | undefined): Promise<Had> => {
  if (!isBot(name) || apiUrl === undefined) throw new Error('which bot, and where is Discord?');
  const busyBefore = process.cpuUsage();
  const stop = await BOTS[name](apiUrl);
  const { user, system } = process.cpuUsage(busyBefore);
  // Buffers outside of the heap go one collection after the objects that held them.
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc?.();
    await pause(SETTLED);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  await stop();
  return { living: heapUsed + external, resident: rss, cpu: (user + system) / 1_000 };
};

process.stdout.write(JSON.stringify(await measure(process.argv[2], process.argv[3])));
