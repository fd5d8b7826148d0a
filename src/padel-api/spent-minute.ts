import { isLane, LANES, type Lane } from './lanes.ts';
import { COUNTS_FOR_MS, type PastRequests } from './spending.ts';

const MINUTE = 60_000;

/** What uses up requests: our priorities, and other users of the token. */
type Spender = Lane | 'elsewhere';

/**
 * The most that some may take of any minute, as shares: a fifth is always left to live matches, a tenth
 * to the background.
 */
const LIMITS: readonly { readonly lanes: readonly Spender[]; readonly share: number }[] = [
  { lanes: ['person', 'refresh', 'names'], share: 0.7 },
  { lanes: ['live'], share: 0.4 },
  { lanes: ['background'], share: 0.3 },
  { lanes: ['refresh', 'names'], share: 0.2 },
  { lanes: ['person', 'background', 'refresh', 'names'], share: 0.8 },
  { lanes: ['person', 'live', 'refresh', 'names'], share: 0.9 },
  { lanes: [...LANES, 'elsewhere'], share: 1 },
];

/** The sync of all names is evenly paced: its share of a minute. */
const NAMES_PACE = 1 / 6;

/** A sent request in the log. */
export interface Sent {
  readonly at: number;
  readonly lane: Lane;
}

/** The sliding window log of the last minute, and what the shares leave of it. */
interface SpentMinute {
  /** Records a request that is sent now. */
  readonly spend: (lane: Lane) => Sent;
  /** When the shares let a priority send next: now, or a time to come. */
  readonly turnOf: (lane: Lane) => number;
  /** How many requests of a priority the shares allow now. */
  readonly roomFor: (lane: Lane) => number;
  /** How many were sent after an instant. */
  readonly sentAfter: (at: number) => number;
  /**
   * The service counted `used` requests of the minute when it answered one of ours: those that we did
   * not send count as sent with that one.
   */
  readonly countBefore: (used: number, sent: Sent) => void;
  /** Drops what no longer counts. */
  readonly forget: () => void;
}

interface Spent {
  readonly at: number;
  readonly by: Spender;
}

/**
 * A sliding window log: no window of a minute exceeds its limits.
 * @param monotonic milliseconds
 * @param before what was sent before this process started
 */
export const createSpentMinute = (
  perMinute: number,
  monotonic: () => number,
  before: readonly PastRequests[] = [],
): SpentMinute => {
  const limits = LIMITS.map(({ lanes, share }) => ({
    lanes: new Set(lanes),
    most: Math.max(1, Math.floor(perMinute * share)),
  }));
  const namesEvery = MINUTE / (perMinute * NAMES_PACE);
  let log = logOf(before, monotonic());

  return {
    spend: (lane) => {
      const sent = { at: monotonic(), lane };
      log = [...log, { at: sent.at, by: lane }];
      return sent;
    },
    turnOf: (lane) => {
      const turns = limits.map(({ lanes, most }) => {
        if (!lanes.has(lane)) return 0;
        const counted = log.filter(({ by }) => lanes.has(by));
        // Capacity returns when the oldest request leaves the window.
        const filling = counted.at(-most);
        return filling === undefined ? 0 : filling.at + COUNTS_FOR_MS;
      });
      const before = lane === 'names' ? log.findLast(({ by }) => by === lane) : undefined;
      return Math.max(before === undefined ? 0 : before.at + namesEvery, ...turns);
    },
    roomFor: (lane) => {
      const rooms = limits.flatMap(({ lanes, most }) =>
        lanes.has(lane) ? [most - log.filter(({ by }) => lanes.has(by)).length] : [],
      );
      return Math.max(0, Math.min(...rooms));
    },
    sentAfter: (at) => log.filter((each) => each.at > at).length,
    countBefore: (used, { at }) => {
      const own = log.filter((each) => each.at <= at);
      const before = Math.max(0, used - own.length);
      const elsewhere = Array.from({ length: before }, () => ({ at, by: 'elsewhere' as const }));
      log = [...own, ...elsewhere, ...log.slice(own.length)];
    },
    forget: () => {
      const at = monotonic();
      log = log.filter((each) => each.at > at - COUNTS_FOR_MS);
    },
  };
};

/** The log of earlier requests, by time. */
const logOf = (before: readonly PastRequests[], now: number): readonly Spent[] =>
  before
    .flatMap(({ lane, requests, agoMs }) =>
      Array.from({ length: requests }, (): Spent => ({
        at: now - agoMs,
        by: isLane(lane) ? lane : 'elsewhere',
      })),
    )
    .toSorted((a, b) => a.at - b.at);
