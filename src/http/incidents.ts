import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import { networkOf } from './address-limit.ts';

interface Incident {
  /** The name under which it is counted. */
  readonly name: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly line: string;
  /** More for the log: an error, a code. */
  readonly details?: object;
}

const PERIOD_MS = MINUTE;

/** Networks that get lines of their own in each period; all others share one. */
const MAX_NETWORKS = 100;
const OTHERS = 'others';

const MORE = 'further incidents of the last minute, counted';

/**
 * Logs the first incident of a kind per network at once. Those that follow within a minute are counted,
 * and logged in one line.
 */
export const createIncidents = (log: Logger) => {
  /** Counts by network in this period, without those that were logged at once. */
  const networks = new Map<string, Map<string, number>>();
  let period: NodeJS.Timeout | undefined;

  const logCounts = (): void => {
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
    /** @param from the sender's address */
    note: (from: string, { name, level, line, details }: Incident): void => {
      period ??= setTimeout(logCounts, PERIOD_MS).unref();
      const network = networkOf(from);
      const isListed = networks.has(network) || networks.size < MAX_NETWORKS;
      const counts = countsOf(isListed ? network : OTHERS);
      const count = counts.get(name);
      if (isListed && count === undefined) log[level]({ from, ...details }, line);
      counts.set(name, isListed && count === undefined ? 0 : (count ?? 0) + 1);
    },
    stop: logCounts,
  };
};

export type Incidents = ReturnType<typeof createIncidents>;
