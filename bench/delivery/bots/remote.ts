import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { News } from '../world/news.ts';
import type { Bot, BotName, BotOptions, Usage } from './bot.ts';

export interface RemoteOptions extends BotOptions {
  /** The database of ours, a file; the others keep everything in memory. */
  readonly file: string;
}

/** What a bot in a process of its own can be told. */
export interface Commands extends Bot {
  /** When its code began to run, on the machine's clock: everything was loaded. */
  readonly began: () => Promise<number>;
  readonly usage: () => Promise<Usage>;
  /**
   * Takes a frame as `frame` does, and answers when the first request has left: an answer wakes whoever
   * has asked, and on two cores that is time of the bot that is measured, or of the judge.
   */
  readonly frameAlone: Bot['frame'];
  /** Ours alone: opens a live card of a match in a row of channels. */
  readonly openCards: (news: News) => Promise<void>;
  /** Ours alone: how many cards trail their match. */
  readonly trailing: () => Promise<number>;
  /** Ours alone: turns its clock forward by so many milliseconds. */
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
  /** Ends the process at once, as a machine may. */
  readonly kill: () => Promise<void>;
}

/** Starts a bot in a process of its own; resolves when it is up. */
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

  /** Typed by the command's own type: see process.ts. */
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
