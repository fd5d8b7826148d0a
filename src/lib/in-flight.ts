import { ShutdownError } from './shutdown.ts';

/** What found no room is looked at again after so many milliseconds, whether anybody ends or not. */
const FULL_FOR = 1_000;

/**
 * When a launcher looks again by itself, milliseconds; null for never.
 * @param dueIn when more is due; null when nothing is
 * @param isFull whether something that is due has found no room
 */
export const lookAgainIn = (dueIn: number | null, isFull: boolean): number | null =>
  isFull ? Math.min(dueIn ?? Infinity, FULL_FOR) : dueIn;

/** Work that goes on side by side: each piece once at a time, not too many at once. */
export interface InFlight {
  /** How many more may be launched; the launcher looks before it does. */
  readonly room: () => number;
  /** Starts `work` unless one of that name is under way. */
  readonly launch: (name: string, work: () => Promise<void>) => void;
}

export interface InFlightOptions {
  readonly max: number;
  /** The error boundary of each piece of work; one that was stopped has not failed. */
  readonly onError: (error: unknown, name: string) => void;
  /**
   * Called when a piece is done, well or not, and there is room enough to look for others; not when it
   * was stopped, which is what the next one would be.
   */
  readonly wake: () => void;
  /** So much room is enough; half of all unless told otherwise: none looks for each that is done. */
  readonly enough?: number;
}

/** @param underWay the names of all that is under way, where others start pieces of the same names */
export const createInFlight = (
  options: InFlightOptions,
  underWay: Set<string> = new Set(),
): InFlight => {
  const { max, onError, wake, enough = max / 2 } = options;
  let count = 0;
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    let wasStopped = false;
    try {
      await work();
    } catch (error) {
      wasStopped = error instanceof ShutdownError;
      if (!wasStopped) onError(error, name);
    } finally {
      count -= 1;
      underWay.delete(name);
      if (!wasStopped && max - count >= enough) wake();
    }
  };
  return {
    room: () => Math.max(0, max - count),
    launch: (name, work) => {
      if (underWay.has(name)) return;
      count += 1;
      underWay.add(name);
      void run(name, work);
    },
  };
};

/** Work in lanes: what fills one takes no place from another; a piece is under way in one of them. */
export const createLanes = (options: InFlightOptions): ((lane: number) => InFlight) => {
  const lanes = new Map<number, InFlight>();
  const underWay = new Set<string>();
  return (lane) => {
    const known = lanes.get(lane);
    if (known !== undefined) return known;
    const created = createInFlight(options, underWay);
    lanes.set(lane, created);
    return created;
  };
};
