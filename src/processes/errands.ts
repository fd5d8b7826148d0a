import { randomUUID } from 'node:crypto';
import { TimeoutError, withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import type { Db } from '../store/database.ts';
import {
  answerErrand,
  askErrand,
  forgetErrands,
  openErrands,
  takeAnswer,
  withdrawErrand,
} from '../store/errands.ts';
import type { Answering } from './processes.ts';

export interface ErrandsOptions {
  readonly db: Db;
  readonly ring: (bell: string, words: string) => void;
  readonly onRing: (bell: string, heard: (words: string) => void) => void;
  readonly isDoneHere: (name: string) => boolean;
  /** Milliseconds for which an answer is waited for. */
  readonly answerWithin?: number;
  readonly log: Logger;
}

/** A person waits behind it, and the data service may take eight seconds. */
const ANSWER_WITHIN = 12_000;

/** A bell may be lost with a connection: what is asked is looked at now and then without one. */
const LOOK_EACH = 1_000;

/** What became of a question, as JSON. */
type Told = { readonly answer?: unknown } | { readonly refused: string };

const ASKED = 'asked';
const ANSWERED = 'answered';

/** What processes ask of one another, by rows that are written and bells that tell of them. */
export const createErrands = (options: ErrandsOptions) => {
  const { db, ring, onRing, isDoneHere, answerWithin = ANSWER_WITHIN, log } = options;
  const waiting = new Map<string, () => void>();
  const answering = new Map<string, Answering>();
  const underWay = new Set<string>();

  const tell = async (id: string, told: Told): Promise<void> => {
    await answerErrand(db, id, JSON.stringify(told));
    ring(ANSWERED, id);
  };

  const told = async (request: string, answers: Answering): Promise<Told> => {
    try {
      return { answer: await answers(JSON.parse(request)) };
    } catch (error) {
      if (error instanceof ShutdownError) throw error;
      log.warn({ err: error }, 'what another process asks is refused');
      return { refused: error instanceof Error ? error.message : String(error) };
    }
  };

  const answer = async (id: string, request: string, answers: Answering): Promise<void> => {
    try {
      await tell(id, await told(request, answers));
    } catch (error) {
      // Whoever does the part next finds it unanswered.
      if (!(error instanceof ShutdownError)) {
        log.warn({ err: error }, 'what another process asks could not be answered');
      }
    } finally {
      underWay.delete(id);
    }
  };

  const attend = async (name: string): Promise<void> => {
    const answers = answering.get(name);
    if (answers === undefined || !isDoneHere(name)) return;
    for (const { id, request } of await openErrands(db, name, answerWithin)) {
      if (underWay.has(id)) continue;
      underWay.add(id);
      void answer(id, request, answers);
    }
  };

  const attendAll = async (): Promise<void> => {
    try {
      if ([...answering.keys()].some(isDoneHere)) await forgetErrands(db, answerWithin);
      for (const name of answering.keys()) await attend(name);
    } catch (error) {
      log.warn({ err: error }, 'what other processes ask could not be read');
    }
  };

  const withdraw = async (asked: Promise<void>, id: string): Promise<void> => {
    try {
      await asked;
      await withdrawErrand(db, id);
    } catch {
      // Whoever answers next forgets what nobody waits for.
    }
  };

  const timer = setInterval(() => {
    void attendAll();
    for (const look of waiting.values()) look();
  }, LOOK_EACH);
  onRing(ASKED, () => void attendAll());
  onRing(ANSWERED, (id) => waiting.get(id)?.());

  return {
    answerFor: (name: string, answers: Answering): void => {
      answering.set(name, answers);
    },
    ask: async (name: string, request: unknown): Promise<unknown> => {
      const id = randomUUID();
      const answered = new Promise<string>((resolve, reject) => {
        waiting.set(id, () => {
          takeAnswer(db, id).then((text) => {
            if (text !== undefined) resolve(text);
          }, reject);
        });
      });
      const asked = askErrand(db, name, { id, request: JSON.stringify(request) });
      const ask = async (): Promise<string> => {
        await asked;
        ring(ASKED, name);
        return await answered;
      };
      // Looked at before it is waited for, too.
      answered.catch(() => undefined);
      try {
        // The other process has answered with the same code.
        const read = JSON.parse(await withTimeout(ask(), answerWithin)) as Told;
        if ('refused' in read) throw new Error(read.refused);
        return read.answer;
      } catch (error) {
        if (error instanceof TimeoutError) void withdraw(asked, id);
        throw error;
      } finally {
        waiting.delete(id);
      }
    },
    stop: (): void => {
      clearInterval(timer);
    },
  };
};
