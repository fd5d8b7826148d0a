import { MINUTE } from '../../lib/time.ts';
import { NotFound, NotInPlan } from '../errors.ts';

const REFUSAL_TTL_MS = { restricted: 60 * MINUTE, limited: 5 * MINUTE } as const;

const RESTRICTED: ReadonlySet<string> = new Set([
  'live',
  'match-stats',
  'pair-stats',
  'player-rankings',
]);

/** Beyond the specification: some services lack it and answer 404. */
const OPTIONAL: ReadonlySet<string> = new Set(['rankings']);
const MISSING_TTL_MS = 24 * 60 * MINUTE;

/** Whether a 404 means that the service lacks the feature, which is no failure. */
export const isOptional = (feature: string): boolean => OPTIONAL.has(feature);

/** Remembers what the plan lacks, so that it is not requested again each minute. */
export const createPlan = (monotonic: () => number) => {
  const refusedAt = new Map<string, number>();
  const missingAt = new Map<string, number>();
  const lacks = (feature: string): boolean =>
    monotonic() - (refusedAt.get(feature) ?? -Infinity) <
    REFUSAL_TTL_MS[RESTRICTED.has(feature) ? 'restricted' : 'limited'];

  return {
    lacks,
    /**
     * Runs `read` and remembers a refusal: for an hour where the specification restricts the feature, for
     * minutes elsewhere, where a limit of the plan is reached that resets (specification,
     * "Authentication"). A missing optional feature is remembered for a day.
     * @throws NotInPlan or NotFound at once while a refusal is remembered
     */
    guard: async <T>(feature: string, read: () => Promise<T>): Promise<T> => {
      if (lacks(feature)) throw new NotInPlan();
      const isMissing = monotonic() - (missingAt.get(feature) ?? -Infinity) < MISSING_TTL_MS;
      if (isMissing) throw new NotFound();
      try {
        const value = await read();
        refusedAt.delete(feature);
        return value;
      } catch (error) {
        if (error instanceof NotInPlan) refusedAt.set(feature, monotonic());
        if (error instanceof NotFound && isOptional(feature)) missingAt.set(feature, monotonic());
        throw error;
      }
    },
  };
};

export type Plan = ReturnType<typeof createPlan>;
