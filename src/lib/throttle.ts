export interface ThrottleOptions {
  /** So many of a kind are let through in each period. */
  readonly most: number;
  /** Milliseconds. */
  readonly period: number;
}

/**
 * Lets a few of a kind through in each period and counts the others.
 * @param kind what counts together; of few different values
 * @param summarize called at the end of the period with how many were held back, if any were
 * @returns whether this one is let through
 */
export type Throttle = (kind: string, summarize: (heldBack: number) => void) => boolean;

interface Seen {
  count: number;
  readonly summarize: (heldBack: number) => void;
}

export const createThrottle = ({ most, period }: ThrottleOptions): Throttle => {
  const kinds = new Map<string, Seen>();

  const endPeriod = (): void => {
    const ended = [...kinds.values()];
    kinds.clear();
    for (const { count, summarize } of ended) if (count > most) summarize(count - most);
  };

  return (kind, summarize) => {
    if (kinds.size === 0) setTimeout(endPeriod, period).unref();
    const seen = kinds.get(kind) ?? { count: 0, summarize };
    kinds.set(kind, seen);
    seen.count += 1;
    return seen.count <= most;
  };
};
