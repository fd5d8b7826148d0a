import type { LivePoints } from '../domain/live-points.ts';
import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { NotInPlan } from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';
import type { HeldChances } from './chances-reader.ts';
import { createMatchReader, type MatchReader } from './match-reader.ts';
import type { MatchSource } from './read-match.ts';

export interface IntakeOptions extends MatchSource {
  readonly heldChances?: HeldChances | undefined;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
  /** Whether the plan has the live list. */
  readonly hasList: () => boolean;
  /** The matches of the live list; undefined while it is not known. */
  readonly listed: () => ReadonlySet<number> | undefined;
}

/** Where updates come in, from pushes and from the poll; what they lack is read behind them. */
export interface Intake extends Pick<MatchReader, 'changed' | 'readElsewhere'> {
  /**
   * Takes an update in, beside whoever brings it: its error ends here, and others go on. Those of one
   * match are taken in the order in which they came.
   */
  readonly take: (update: LivePoints) => void;
  /** The live list is known anew. */
  readonly wake: () => void;
  /** Resolves when nothing is under way; what waits for its turn is ended by the signal of `ask`. */
  readonly stop: () => Promise<void>;
}

/** So many reads are saved up while there is nothing to read. */
const SAVED_UP = 6;
/**
 * One read in so many milliseconds, besides those: the live lane has 24 requests a minute
 * (padel-api/budget.ts), and the poll needs half of them when its list has two pages.
 */
const BESIDE_POLL = 5_000;
/** The same where the plan has no live list: there is no poll. */
const WITHOUT_POLL = 3_000;

/** So often it is looked whether what is missing may be read by now: no request. */
const CATCH_UP_EVERY_MS = 10_000;

/** So many updates of one match wait for their turn; each is the whole match, so the newest do. */
const WAITING = 16;

export const startIntake = ({ hasList, listed, ...options }: IntakeOptions): Intake => {
  const { ask, monotonic, log } = options;
  const underWay = new Set<Promise<void>>();
  /** What waits of each match of which an update is being taken in. */
  const waiting = new Map<number, LivePoints[]>();

  const guarded = async (matchId: number, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof NotInPlan || ask.signal?.aborted === true) return;
      log.warn({ err: error, matchId }, 'an update could not be completed; the poll will');
    }
  };

  const beside = (matchId: number, work: () => Promise<void>): void => {
    const working = guarded(matchId, work);
    underWay.add(working);
    void working.finally(() => underWay.delete(working));
  };

  const reader = createMatchReader({
    ...options,
    bucket: createTokenBucket({
      monotonic,
      capacity: SAVED_UP,
      refillMs: () => (hasList() ? BESIDE_POLL : WITHOUT_POLL),
    }),
    wake: () => {
      catchingUp.wake();
    },
    beside,
  });

  const catchingUp = startLoop({
    onError: (error) => {
      log.warn({ err: error }, 'what is missing of the matches in play could not be read');
    },
    run: async () => {
      return (await reader.catchUp(listed())) ? CATCH_UP_EVERY_MS : null;
    },
  });

  const takeInOrder = async (matchId: number, queue: LivePoints[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const update = next;
      await guarded(matchId, () => reader.take(update));
    }
    waiting.delete(matchId);
  };

  const take = (update: LivePoints): void => {
    const { matchId } = update;
    const queue = waiting.get(matchId);
    if (queue === undefined) {
      const own = [update];
      waiting.set(matchId, own);
      beside(matchId, () => takeInOrder(matchId, own));
      return;
    }
    queue.push(update);
    if (queue.length > WAITING) queue.shift();
  };

  return {
    take,
    changed: reader.changed,
    readElsewhere: reader.readElsewhere,
    wake: catchingUp.wake,
    stop: async () => {
      await catchingUp.stop();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
