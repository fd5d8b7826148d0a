import type { LivePoints } from '../domain/live-points.ts';
import type { Logger } from '../lib/logger.ts';
import { NotInPlan } from '../padel-api/errors.ts';
import type { MatchReader } from './match-reader.ts';

/** Where updates come in, from pushes and from the poll. */
export interface Intake {
  /** Takes an update in, beside whoever brings it: its error ends here, and others go on. */
  readonly take: (update: LivePoints) => void;
  /** Resolves when all that came in is taken, or has failed. */
  readonly done: () => Promise<void>;
}

export const createIntake = (
  reader: Pick<MatchReader, 'take'>,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Logger },
): Intake => {
  const underWay = new Set<Promise<void>>();

  const attempt = async (update: LivePoints): Promise<void> => {
    try {
      await reader.take(update);
    } catch (error) {
      if (error instanceof NotInPlan || signal.aborted) return;
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
    done: async () => {
      await Promise.all(underWay);
    },
  };
};
