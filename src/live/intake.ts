import type { LivePoints } from '../domain/live-points.ts';
import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { NotInPlan } from '../padel-api/errors.ts';
import { createAllowance } from './allowance.ts';
import { createMatchReader } from './match-reader.ts';
import type { MatchSource } from './read-match.ts';

export interface IntakeOptions extends MatchSource {
  readonly now: () => number;
  readonly log: Logger;
  /** Whether the plan has the live list. */
  readonly hasList: () => boolean;
  /** The matches of the live list; undefined while it is not known. */
  readonly listed: () => ReadonlySet<number> | undefined;
}

/** Where updates come in, from pushes and from the poll; what they lack is read behind them. */
export interface Intake {
  /** Takes an update in, beside whoever brings it: its error ends here, and others go on. */
  readonly take: (update: LivePoints) => void;
  /** Somebody says that a match has changed. */
  readonly changed: (matchId: number) => void;
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

export const startIntake = ({ hasList, listed, ...options }: IntakeOptions): Intake => {
  const { ask, now, log } = options;
  const underWay = new Set<Promise<void>>();

  const reader = createMatchReader({
    ...options,
    allowance: createAllowance({
      now,
      most: SAVED_UP,
      every: () => (hasList() ? BESIDE_POLL : WITHOUT_POLL),
    }),
    wake: () => {
      catchingUp.wake();
    },
  });

  const catchingUp = startLoop({
    onError: (error) => {
      log.warn({ err: error }, 'what is missing of the matches in play could not be read');
    },
    run: async () => {
      await reader.catchUp(listed());
      return null;
    },
  });

  const attempt = async (update: LivePoints): Promise<void> => {
    try {
      await reader.take(update);
    } catch (error) {
      if (error instanceof NotInPlan || ask.signal?.aborted === true) return;
      const { matchId } = update;
      log.warn({ err: error, matchId }, 'an update could not be completed; the poll will');
    }
  };

  return {
    take: (update) => {
      const taking = attempt(update);
      underWay.add(taking);
      void taking.finally(() => underWay.delete(taking));
    },
    changed: reader.changed,
    wake: catchingUp.wake,
    stop: async () => {
      await catchingUp.stop();
      await Promise.all(underWay);
    },
  };
};
