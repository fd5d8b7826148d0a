import { MINUTE } from '../../lib/time.ts';
import { REQUEST_PRIORITIES, type RequestPriority } from '../../domain/quota.ts';
import { COUNTS_FOR_MS, type PastRequests } from './request-counts.ts';

/** What uses up requests: our priorities, and other users of the token. */
type Sender = RequestPriority | 'elsewhere';

/**
 * The most that some may take of any minute, as shares: a fifth is always left to live matches and
 * results, at most half of it to results, and a tenth to the background.
 */
const LIMITS: readonly { readonly priorities: readonly Sender[]; readonly share: number }[] = [
  { priorities: ['person', 'refresh', 'names'], share: 0.7 },
  { priorities: ['result', 'live'], share: 0.4 },
  { priorities: ['result'], share: 0.1 },
  { priorities: ['background'], share: 0.3 },
  { priorities: ['refresh', 'names'], share: 0.2 },
  { priorities: ['person', 'background', 'refresh', 'names'], share: 0.8 },
  { priorities: ['person', 'result', 'live', 'refresh', 'names'], share: 0.9 },
  { priorities: [...REQUEST_PRIORITIES, 'elsewhere'], share: 1 },
];

/** The sync of all names is evenly paced: its share of a minute. */
const NAMES_PACE = 1 / 6;

interface Sent<By extends Sender> {
  readonly at: number;
  readonly priority: By;
}

export type SentRequest = Sent<RequestPriority>;

/**
 * A sliding window log: no window of a minute exceeds its limits.
 * @param monotonic milliseconds
 * @param before what was sent before this process started
 */
export const createSlidingWindowLog = (
  perMinute: number,
  monotonic: () => number,
  before: readonly PastRequests[] = [],
) => {
  const limits = LIMITS.map(({ priorities, share }) => ({
    priorities: new Set(priorities),
    most: Math.max(1, Math.floor(perMinute * share)),
  }));
  const namesEvery = MINUTE / (perMinute * NAMES_PACE);
  let log = logOf(before, monotonic());

  return {
    spend: (priority: RequestPriority): SentRequest => {
      const sent = { at: monotonic(), priority };
      log = [...log, sent];
      return sent;
    },
    /** When the shares let a priority send next: now, or a time to come. */
    nextAt: (priority: RequestPriority): number => {
      const turns = limits.map(({ priorities, most }) => {
        if (!priorities.has(priority)) return 0;
        const counted = log.filter((sent) => priorities.has(sent.priority));
        // Capacity returns when the oldest request leaves the window.
        const filling = counted.at(-most);
        return filling === undefined ? 0 : filling.at + COUNTS_FOR_MS;
      });
      const before =
        priority === 'names' ? log.findLast((sent) => sent.priority === priority) : undefined;
      return Math.max(before === undefined ? 0 : before.at + namesEvery, ...turns);
    },
    available: (priority: RequestPriority): number => {
      const rooms = limits.flatMap(({ priorities, most }) =>
        priorities.has(priority)
          ? [most - log.filter((sent) => priorities.has(sent.priority)).length]
          : [],
      );
      return Math.max(0, Math.min(...rooms));
    },
    sentAfter: (at: number): number => log.filter((each) => each.at > at).length,
    /**
     * The service counted `used` requests of the minute when it answered one of ours: those that we did
     * not send count as sent with that one.
     */
    countBefore: (used: number, { at }: SentRequest): void => {
      const own = log.filter((each) => each.at <= at);
      const before = Math.max(0, used - own.length);
      const elsewhere = { at, priority: 'elsewhere' } as const;
      log = [...own, ...Array.from({ length: before }, () => elsewhere), ...log.slice(own.length)];
    },
    /** Drops what no longer counts. */
    forget: (): void => {
      const at = monotonic();
      log = log.filter((each) => each.at > at - COUNTS_FOR_MS);
    },
  };
};

const logOf = (before: readonly PastRequests[], now: number): readonly Sent<Sender>[] =>
  before
    .flatMap(({ priority, requests, agoMs }) =>
      Array.from({ length: requests }, (): Sent<Sender> => ({
        at: now - agoMs,
        priority: REQUEST_PRIORITIES.find((each) => each === priority) ?? 'elsewhere',
      })),
    )
    .toSorted((a, b) => a.at - b.at);
