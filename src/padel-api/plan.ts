import { MINUTE } from '../lib/time.ts';
import { NotFound, NotInPlan } from './errors.ts';

/** Remembers what the plan lacks, instead of asking again each minute. */
export interface Plan {
  /** Whether `feature` was refused lately. */
  lacks: (feature: string) => boolean;
  /**
   * Runs `read`, and remembers a refusal: for an hour where the specification restricts the
   * feature, for minutes elsewhere, where a limit of the plan was reached that will be free again
   * (specification, "Authentication").
   * That the service lacks an optional feature is remembered for a day.
   * @throws NotInPlan or NotFound at once while a refusal is remembered.
   */
  guard: <T>(feature: string, read: () => Promise<T>) => Promise<T>;
}

const REMEMBERED_FOR = { restricted: 60 * MINUTE, limited: 5 * MINUTE } as const;

/** What the specification marks as restricted. */
const RESTRICTED: ReadonlySet<string> = new Set(['live', 'match-stats', 'pair-stats']);

/** Beyond the specification: not every service of this kind has it, and a 404 says so. */
const OPTIONAL: ReadonlySet<string> = new Set(['rankings']);
const MISSING_FOR = 24 * 60 * MINUTE;

/** Whether a 404 says that the service has no such feature, and nothing about its health. */
export const isOptional = (feature: string): boolean => OPTIONAL.has(feature);

/** @param monotonic a clock that never goes back, milliseconds */
export const createPlan = (monotonic: () => number): Plan => {
  const refusedAt = new Map<string, number>();
  const missingAt = new Map<string, number>();
  const lacks = (feature: string): boolean =>
    monotonic() - (refusedAt.get(feature) ?? -Infinity) <
    REMEMBERED_FOR[RESTRICTED.has(feature) ? 'restricted' : 'limited'];

  return {
    lacks,
    guard: async (feature, read) => {
      if (lacks(feature)) throw new NotInPlan();
      const isMissing = monotonic() - (missingAt.get(feature) ?? -Infinity) < MISSING_FOR;
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
