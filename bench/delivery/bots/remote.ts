import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { News } from '../world/news.ts';
import type { Bot, BotName, BotOptions, Usage } from './bot.ts';

export interface RemoteOptions extends BotOptions {
  /** Our database, a file; the other bots keep everything in memory. */
  readonly file: string;
}

/** The commands of a bot in a separate process. */
export interface Commands extends Bot {
  /** When its code started to run, on the machine's clock, with everything loaded. */
  readonly began: () => Promise<number>;
  readonly usage: () => Promise<Usage>;
  /**
   * Processes a frame as `frame` does, and responds once the first request has left: a response wakes
   * the parent, which on two cores takes time from the measured bot, or from the judge.
   */
  readonly frameAlone: Bot['frame'];
  /** Only ours: opens a live card of a match in a row of channels. */
  readonly openCards: (news: News) => Promise<void>;
  /** Only ours: the number of stale cards. */
  readonly trailing: () => Promise<number>;
  /** Only ours: advances its clock by milliseconds. */
  readonly turn: (by: number) => Promise<void>;
}

export interface Order {
  readonly id: number;
  readonly command: keyof Commands;
  readonly given: readonly unknown[];
}

export interface Report {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

export interface RemoteBot extends Commands {
  /** Kills the process, as a crash would. */
  readonly kill: () => Promise<void>;
}

/** Starts a bot in a separate process; resolves when it is ready. */
export const openBot = async (name: BotName, options: RemoteOptions): Promise<RemoteBot> => {
  const child = fork(
    fileURLToPath(import.meta.resolve('./process.ts')),
    [JSON.stringify({ name, ...options })],
    { execArgv: ['--expose-gc'] },
  );
  const ended = once(child, 'exit');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = 0;
  const up = Promise.withResolvers<unknown>();
  waiting.set(0, up);

  child.on('message', ({ id, value, error }: Report) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  void ended.then(() => {
    for (const asked of waiting.values()) asked.reject(new Error(`${name} is not running`));
  });

  /** Typed by the command: see process.ts. */
  const command =
    <K extends keyof Commands>(each: K) =>
    (...given: Parameters<Commands[K]>) => {
      orders += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(orders, asked);
      child.send({ id: orders, command: each, given } satisfies Order);
      return asked.promise as ReturnType<Commands[K]>;
    };

  await up.promise;
  return {
    prepare: command('prepare'),
    tell: command('tell'),
    frame: command('frame'),
    answer: command('answer'),
    began: command('began'),
    usage: command('usage'),
    frameAlone: command('frameAlone'),
    openCards: command('openCards'),
    trailing: command('trailing'),
    turn: command('turn'),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
