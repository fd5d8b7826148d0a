import { NotInPlan } from './errors.ts';

/** Remembers what the plan lacks, instead of asking again each minute. */
export interface Plan {
  /** Whether `feature` was refused lately. */
  lacks: (feature: string) => boolean;
  /**
   * Runs `read`, and remembers a refusal: for an hour where the specification restricts the
   * feature, for minutes elsewhere, where a limit of the plan was reached that will be free again
   * (specification, "Authentication").
   * @throws NotInPlan at once while a refusal is remembered.
   */
  guard: <T>(feature: string, read: () => Promise<T>) => Promise<T>;
}

const MINUTE = 60_000;
const REMEMBERED_FOR = { restricted: 60 * MINUTE, limited: 5 * MINUTE } as const;

/** What the specification marks as restricted. */
const RESTRICTED: ReadonlySet<string> = new Set(['live', 'match-stats', 'pair-stats']);

/** @param monotonic a clock that never goes back, milliseconds */
export const createPlan = (monotonic: () => number): Plan => {
  const refusedAt = new Map<string, number>();
  const lacks = (feature: string): boolean =>
    monotonic() - (refusedAt.get(feature) ?? -Infinity) <
    REMEMBERED_FOR[RESTRICTED.has(feature) ? 'restricted' : 'limited'];

  return {
    lacks,
    guard: async (feature, read) => {
      if (lacks(feature)) throw new NotInPlan();
      try {
        const value = await read();
        refusedAt.delete(feature);
        return value;
      } catch (error) {
        if (error instanceof NotInPlan) refusedAt.set(feature, monotonic());
        throw error;
      }
    },
  };
};
