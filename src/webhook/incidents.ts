import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import { networkOf } from './network.ts';

/** Something that was not as it should be, and was no more than refused. */
interface Incident {
  /** What it is counted as. */
  readonly name: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly line: string;
  /** More for the log: an error, a code. */
  readonly details?: object;
}

/** Tells the log of incidents without letting those who cause them fill the disk. */
export interface Incidents {
  /** @param from the address of whoever caused it */
  readonly note: (from: string, incident: Incident) => void;
  /** Tells what was counted and not told yet. */
  readonly stop: () => void;
}

/** Milliseconds. */
const PERIOD = MINUTE;

/** Networks of which lines are written in each period; of all others together there is one. */
const TOLD_OF = 100;
const OTHERS = 'others';

const MORE = 'more came within a minute than is told line by line';

/**
 * Of each network the first incident of a kind is told at once. What follows within a minute is
 * counted, and told in one line.
 */
export const createIncidents = (log: Logger): Incidents => {
  /** How often what was noted of each network in this period, besides what was told at once. */
  const networks = new Map<string, Map<string, number>>();
  let period: NodeJS.Timeout | undefined;

  const tell = (): void => {
    for (const [from, counts] of networks) {
      const times = Object.fromEntries([...counts].filter(([, count]) => count > 0));
      if (Object.keys(times).length > 0) log.warn({ from, times }, MORE);
    }
    networks.clear();
    clearTimeout(period);
    period = undefined;
  };

  const countsOf = (network: string): Map<string, number> => {
    const known = networks.get(network);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    networks.set(network, counts);
    return counts;
  };

  return {
    note: (from, { name, level, line, details }) => {
      period ??= setTimeout(tell, PERIOD).unref();
      const network = networkOf(from);
      const isTold = networks.has(network) || networks.size < TOLD_OF;
      const counts = countsOf(isTold ? network : OTHERS);
      const count = counts.get(name);
      if (isTold && count === undefined) log[level]({ from, ...details }, line);
      counts.set(name, isTold && count === undefined ? 0 : (count ?? 0) + 1);
    },
    stop: tell,
  };
};
