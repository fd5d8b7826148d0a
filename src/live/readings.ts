import { LRUCache } from 'lru-cache';
import { MINUTE } from '../lib/time.ts';

/** A question about matches; a later one is a larger number. */
export type Asked = number;

/**
 * Readings of matches, in the order in which they were asked. A page of the schedule may come after
 * the answer to a later question about one of its matches: what it says of that one is old.
 */
export interface Readings {
  /** A question goes out. */
  readonly ask: () => Asked;
  /**
   * Tells what an answer says of a match, one reading of it after the other, unless the answer to a
   * later question has told already.
   */
  readonly take: (asked: Asked, matchId: number, tell: () => Promise<void>) => Promise<void>;
  /** An answer says nothing of a match, and would not if it was asked for again. */
  readonly pass: (asked: Asked, matchId: number) => void;
  /**
   * Resolves when the answer to a question about a match that is asked from now on was taken in.
   * @throws when that takes minutes, or is not to be any more
   */
  readonly next: (matchId: number) => Promise<void>;
  /** Nobody waits any more. */
  readonly stop: () => void;
}

/** More matches than are read while one answer is on its way. */
const MOST = 5_000;

/** Whoever waits asks again after that. */
const WAITED_FOR = 4 * MINUTE;

interface Waiting {
  readonly matchId: number;
  readonly since: Asked;
  readonly end: (error?: Error) => void;
}

export const createReadings = (): Readings => {
  let asked: Asked = 0;
  const newest = new LRUCache<number, Asked>({ max: MOST });
  const telling = new Map<number, Promise<void>>();
  const waiting = new Set<Waiting>();

  const tellInTurn = async (matchId: number, tell: () => Promise<void>): Promise<void> => {
    const before = telling.get(matchId);
    const own = (async (): Promise<void> => {
      // Whoever told the one before hears of its error.
      await before?.catch(() => undefined);
      await tell();
    })();
    telling.set(matchId, own);
    try {
      await own;
    } finally {
      if (telling.get(matchId) === own) telling.delete(matchId);
    }
  };

  const pass = (of: Asked, matchId: number): void => {
    for (const each of waiting) if (each.matchId === matchId && each.since < of) each.end();
  };

  return {
    ask: () => (asked += 1),
    take: async (of, matchId, tell) => {
      if (of < (newest.get(matchId) ?? 0)) return;
      newest.set(matchId, of);
      await tellInTurn(matchId, tell);
      pass(of, matchId);
    },
    pass,
    next: (matchId) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error): void => {
          clearTimeout(timer);
          waiting.delete(one);
          if (error === undefined) resolve();
          else reject(error);
        };
        const one: Waiting = { matchId, since: asked, end };
        const timer = setTimeout(() => {
          end(new Error('a match that has changed was not read in time'));
        }, WAITED_FOR);
        waiting.add(one);
      }),
    stop: () => {
      for (const each of waiting) each.end(new Error('matches are not read any more'));
    },
  };
};
