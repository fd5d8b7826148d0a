import { setTimeout as pause } from 'node:timers/promises';
import { machineNow } from '../clock.ts';
import type { Bot, BotName } from './bot.ts';
import { startLoop } from './discord-js.ts';
import { startOurs } from './ours.ts';
import { startPolling } from './polling.ts';
import { startQueue } from './queue.ts';
import type { Commands, Order, RemoteOptions, Report } from './remote.ts';

/** A bot in a separate process, controlled by its parent. */
const [given = ''] = process.argv.slice(2);
// Written by remote.ts.
const { name, ...options } = JSON.parse(given) as RemoteOptions & { readonly name: BotName };

const began = machineNow();
let ahead = 0;

/** Milliseconds after which the first request has left. */
const FIRST_LEAVES = 100;

const frameAlone =
  ({ frame }: Bot): Bot['frame'] =>
  async (text, news) => {
    const at = await frame(text, news);
    await pause(FIRST_LEAVES);
    return at;
  };

const start = async (): Promise<Commands> => {
  const common: Pick<Commands, 'began' | 'usage'> = {
    began: () => Promise.resolve(began),
    usage: () => {
      globalThis.gc?.();
      const { user, system } = process.cpuUsage();
      const { heapUsed, external, rss } = process.memoryUsage();
      const cpu = (user + system) / 1_000;
      return Promise.resolve({ cpu, heap: heapUsed + external, resident: rss });
    },
  };
  if (name === 'ours') {
    const ours = await startOurs({ ...options, now: () => Date.now() + ahead });
    const turn = (by: number): Promise<void> => {
      ahead += by;
      return Promise.resolve();
    };
    return { ...common, ...ours, frameAlone: frameAlone(ours), turn };
  }
  const nothing = () => Promise.reject(new Error(`${name} has no cards`));
  const bots = { loop: startLoop, queue: startQueue, polling: startPolling };
  const bot = bots[name](options);
  return {
    ...common,
    ...bot,
    frameAlone: frameAlone(bot),
    openCards: nothing,
    trailing: nothing,
    turn: nothing,
  };
};

const commands = await start();

const report = (each: Report): void => {
  process.send?.(each);
};

process.on('message', (order: Order) => {
  const { id, command, given } = order;
  // Each message comes from remote.ts, where its type is checked.
  const act = commands[command] as (...all: readonly unknown[]) => Promise<unknown>;
  act(...given).then(
    (value) => {
      report({ id, value });
    },
    (error: unknown) => {
      report({ id, error: String(error) });
    },
  );
});
// The parent process has ended.
process.on('disconnect', () => {
  process.exit();
});
report({ id: 0, value: undefined });
