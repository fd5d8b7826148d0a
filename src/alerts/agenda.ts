import cron, { type Logger as CronLogger } from 'node-cron';
import type { Logger } from '../lib/logger.ts';
import type { Wake } from './delivery.ts';

/** One thing that is done because its time has come; how it is called in the log stands before it. */
export type AgendaParts = Readonly<Record<string, () => Promise<void>>>;

export interface AgendaOptions {
  readonly parts: AgendaParts;
  readonly log: Logger;
  /** Something may be there to deliver. */
  readonly wake: Wake;
}

/**
 * What is done because its time has come. What is told has a key from its meaning, so that a restart
 * tells nothing twice; what was missed while the process was down is told only while it is still true.
 */
export const createAgenda = ({ parts, log, wake }: AgendaOptions) => {
  const running = new Set<string>();

  const attend = async (name: string, part: () => Promise<void>): Promise<void> => {
    running.add(name);
    try {
      await part();
    } catch (error) {
      log.error({ err: error, part: name }, 'a part of the agenda failed and is tried again');
    } finally {
      running.delete(name);
      // Not at the end of all parts: a slow one holds back nothing that the others have to tell.
      wake();
    }
  };

  return {
    /** Does what is due at this minute; one part that fails holds nothing back. */
    tick: async (): Promise<void> => {
      // One that waits for a slow service is not begun twice.
      const begun = Object.entries(parts).filter(([name]) => !running.has(name));
      await Promise.all(begun.map(([name, part]) => attend(name, part)));
    },
  };
};

export interface Agenda {
  /** Resolves when a minute's work that is under way is done. */
  readonly stop: () => Promise<void>;
}

/** What node-cron says, in lines of our log: left alone, it writes to the console. */
const cronLogger = (log: Logger): CronLogger => {
  const failed =
    (level: 'debug' | 'error') =>
    (said: string | Error, error?: Error): void => {
      const isText = typeof said === 'string';
      log[level]({ err: isText ? error : said }, isText ? said : 'the scheduler failed');
    };
  return {
    debug: failed('debug'),
    info: (said) => {
      log.info({}, said);
    },
    warn: (said) => {
      log.warn({}, said);
    },
    error: failed('error'),
  };
};

/** Looks at the agenda every minute. */
export const startAgenda = (options: AgendaOptions): Agenda => {
  const { tick } = createAgenda(options);
  const running = new Set<Promise<void>>();
  const attend = (): Promise<void> => {
    const ticking = tick().finally(() => running.delete(ticking));
    running.add(ticking);
    // Whoever has it executed can wait for it.
    return ticking;
  };
  const task = cron.schedule('* * * * *', attend, { logger: cronLogger(options.log) });
  return {
    stop: async () => {
      await task.destroy();
      await Promise.all(running);
    },
  };
};
