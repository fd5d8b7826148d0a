import { NotInPlan } from './errors.ts';

/** Remembers what the plan lacks, instead of asking again each minute. */
export interface Plan {
  /** Whether `feature` was refused within the last hour. */
  lacks: (feature: string) => boolean;
  /**
   * Runs `read`, and remembers a refusal.
   * @throws NotInPlan at once while a refusal is remembered.
   */
  guard: <T>(feature: string, read: () => Promise<T>) => Promise<T>;
}

const REMEMBERED_FOR = 60 * 60_000;

export const createPlan = (now: () => number): Plan => {
  const refusedAt = new Map<string, number>();
  const lacks = (feature: string): boolean =>
    now() - (refusedAt.get(feature) ?? -Infinity) < REMEMBERED_FOR;

  return {
    lacks,
    guard: async (feature, read) => {
      if (lacks(feature)) throw new NotInPlan();
      try {
        const value = await read();
        refusedAt.delete(feature);
        return value;
      } catch (error) {
        if (error instanceof NotInPlan) refusedAt.set(feature, now());
        throw error;
      }
    },
  };
};
