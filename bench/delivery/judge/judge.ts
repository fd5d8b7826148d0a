import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Entry, Rules } from './rules.ts';

/** What the judge's process is told. */
export type Order =
  | { readonly kind: 'begin'; readonly rules: Rules }
  | { readonly kind: 'entries'; readonly bot: string; readonly after: number };

/** What it answers. */
export type Report =
  | { readonly kind: 'up'; readonly apiUrl: string }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] };

/** A Discord in a process of its own, that keeps book of all that is asked of it. */
export interface Judge {
  readonly apiUrl: string;
  /** Forgets everything; from now on these rules hold. */
  readonly begin: (rules: Rules) => Promise<void>;
  /**
   * What a bot has asked, in the order of its arrival, the first `after` left out; a bot is named by
   * its token.
   */
  readonly entriesOf: (bot: string, after?: number) => Promise<readonly Entry[]>;
  /**
   * Looks at a bot's requests again and again: at all of them, the first `after` left out.
   * @returns the first answer of `look` that is not undefined
   * @throws when there is none in so many milliseconds
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

  /** One question after the other: answers carry no name. */
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
