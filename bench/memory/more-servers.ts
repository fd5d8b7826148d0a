import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { table } from '../table.ts';
import { BOTS } from './bots.ts';
import { tellOf } from './gateway.ts';
import type { Had } from './measured.ts';

/** The measured number of servers. */
const SERVERS = 10_000;

/** Servers known before: the fixed cost of reading servers is not counted. */
const BEFORE = 5_000;

/** Our promise for this number of servers. */
const MOST_BYTES = 60e6;

const inOwnProcess = async (name: string, apiUrl: string): Promise<Had> => {
  const file = join(import.meta.dirname, 'measured.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...process.execArgv,
    '--expose-gc',
    // Code that is dropped meanwhile would reduce the difference.
    '--no-flush-bytecode',
    file,
    name,
    apiUrl,
  ]);
  // Written by measured.ts.
  return JSON.parse(stdout) as Had;
};

/** The cost of this many more servers. */
const takenBy = async (name: string, few: string, many: string): Promise<Had> => {
  const before = await inOwnProcess(name, few);
  const { living, resident, cpu } = await inOwnProcess(name, many);
  return {
    living: living - before.living,
    resident: resident - before.resident,
    cpu: cpu - before.cpu,
  };
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Measures the memory of 10,000 more servers, ours beside plain discord.js. */
export const measureServers = async (): Promise<void> => {
  const few = await tellOf(BEFORE);
  const many = await tellOf(BEFORE + SERVERS);
  const rows: (readonly (string | number)[])[] = [];
  for (const name of Object.keys(BOTS)) {
    const { living, resident, cpu } = await takenBy(name, few.apiUrl, many.apiUrl);
    rows.push([name, megabytes(living), megabytes(resident), (cpu / SERVERS).toFixed(2)]);
    if (name === 'ours' && living > MOST_BYTES) process.exitCode = 1;
  }
  await Promise.all([few.close(), many.close()]);
  console.log(`What ${SERVERS.toLocaleString('en')} servers more take\n`);
  console.log(table([['bot', 'living MB', 'resident MB', 'ms of CPU for one'], ...rows]));
};
