import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Entry, Rules } from './rules.ts';

/** Commands to the judge's process. */
export type Order =
  | { readonly kind: 'begin'; readonly rules: Rules }
  | { readonly kind: 'entries'; readonly bot: string; readonly after: number };

/** Its responses. */
export type Report =
  | { readonly kind: 'up'; readonly apiUrl: string }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] };

/** A Discord in a separate process that records all requests. */
export interface Judge {
  readonly apiUrl: string;
  /** Resets everything and applies these rules. */
  readonly begin: (rules: Rules) => Promise<void>;
  /**
   * A bot's requests in the order of their arrival, without the first `after`; a bot is named by its
   * token.
   */
  readonly entriesOf: (bot: string, after?: number) => Promise<readonly Entry[]>;
  /**
   * Polls a bot's requests, without the first `after`.
   * @returns the first result of `look` that is not undefined
   * @throws when there is none within the timeout
   */
  readonly until: <T>(
    bot: string,
    look: (entries: readonly Entry[]) => T | undefined,
    patience: number,
    after?: number,
  ) => Promise<T>;
  readonly stop: () => Promise<void>;
}

const LOOK_EVERY = 50;

export const openJudge = async (): Promise<Judge> => {
  const child = fork(fileURLToPath(import.meta.resolve('./process.ts')), {
    serialization: 'advanced',
  });
  const answer = async (): Promise<Report> => {
    const [report] = (await once(child, 'message')) as [Report];
    return report;
  };
  const up = await answer();
  if (up.kind !== 'up') throw new Error('the judge did not start');
  let last: Promise<unknown> = Promise.resolve();

  /** One request at a time: responses carry no id. */
  const ask = (order: Order): Promise<readonly Entry[]> => {
    const asked = last.then(async () => {
      child.send(order);
      const report = await answer();
      return report.kind === 'entries' ? report.entries : [];
    });
    last = asked;
    return asked;
  };

  const entriesOf = (bot: string, after = 0) => ask({ kind: 'entries', bot, after });

  return {
    apiUrl: up.apiUrl,
    begin: async (rules) => {
      await ask({ kind: 'begin', rules });
    },
    entriesOf,
    until: async (bot, look, patience, after = 0) => {
      const end = performance.now() + patience;
      const entries: Entry[] = [];
      while (performance.now() < end) {
        entries.push(...(await entriesOf(bot, after + entries.length)));
        const found = look(entries);
        if (found !== undefined) return found;
        await pause(LOOK_EVERY);
      }
      throw new Error(`${bot} did not do what was waited for in ${patience} ms`);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
};
