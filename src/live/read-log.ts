import { phaseOf, type Match } from '../domain/match/match.ts';
import { isFinal } from '../domain/match/state.ts';
import { MINUTE, HOUR, SECOND } from '../lib/time.ts';

/** The minimum between reads of a match. */
const MIN_INTERVAL_MS = 15_000;
/** A match is read again after this share of the time without a change, up to a maximum. */
const UNCHANGED_SHARE = 0.25;
const MAX_INTERVAL_MS = 5 * MINUTE;
const RETENTION_MS = 2 * HOUR;

interface Read {
  readonly at: number;
  readonly isSettled: boolean;
  /** A summary of the result, and since when reads have returned it. */
  readonly summary: string | null;
  readonly since: number;
}

const summaryOf = ({ status, score, winner }: Match): string =>
  JSON.stringify([status, score, winner]);

/** A retry does not bring a score that the plan withholds. */
export const isSettledBy = (match: Match): boolean =>
  isFinal(match) || (phaseOf(match.status) === 'over' && match.withheld.includes('score'));

/** Records when each match was read by itself and with what result, and decides when to read it again. */
export const createReadLog = (monotonic: () => number) => {
  const reads = new Map<number, Read>();
  const lastAt = (id: number): number => reads.get(id)?.at ?? -Infinity;

  return {
    /** When its last read started; minus infinity for never. */
    lastAt,
    /** Whether the match is final, or gone. */
    isSettled: (id: number): boolean => reads.get(id)?.isSettled === true,
    readStarted: (id: number): void => {
      const at = monotonic();
      const before = reads.get(id) ?? { summary: null, since: at };
      reads.set(id, { ...before, at, isSettled: false });
    },
    /** A read has ended, with the match, or undefined when it is gone. */
    readEnded: (id: number, match: Match | undefined): void => {
      const read = reads.get(id);
      if (read === undefined) return;
      const summary = match === undefined ? null : summaryOf(match);
      const since = summary === read.summary ? read.since : read.at;
      const isSettled = match === undefined || isSettledBy(match);
      reads.set(id, { ...read, summary, since, isSettled });
    },
    /**
     * Whether it is due for another read: the longer nothing has changed, the more rarely.
     * @param since when it may have changed first; by default, since when reads have had the same
     * result
     */
    isDue: (id: number, since: number = reads.get(id)?.since ?? monotonic()): boolean => {
      const wait = Math.min((monotonic() - since) * UNCHANGED_SHARE, MAX_INTERVAL_MS);
      return monotonic() - lastAt(id) >= Math.max(wait, MIN_INTERVAL_MS);
    },
    forgetOld: (): void => {
      for (const [id, { at }] of reads) {
        if (monotonic() - at > RETENTION_MS) reads.delete(id);
      }
    },
  };
};

/**
 * The service writes final records in a batch each five minutes, 4 to 15 minutes after the last point and
 * never before the third: within the first ten seconds of the minutes that end in 1 and 6 of its clock.
 */
const BATCH_EVERY_MS = 5 * MINUTE;
const BATCH_DONE_MS = MINUTE + 15 * SECOND;
export const FINAL_AFTER_MS = 2.5 * MINUTE;

/** A record that is still missing after this comes by hand. */
const RARELY_AFTER_MS = HOUR;
const RARELY_EVERY_MS = HOUR;
/** After this only the schedule can confirm an end. */
export const FINAL_GIVEN_UP_MS = 12 * HOUR;

/** The first moment after `at` by which another batch is written. */
const batchAfter = (at: number): number => {
  const sinceBatch = (((at - BATCH_DONE_MS) % BATCH_EVERY_MS) + BATCH_EVERY_MS) % BATCH_EVERY_MS;
  return at - sinceBatch + BATCH_EVERY_MS;
};

/**
 * When the final record of a match is to be read next, on the service's clock.
 * @param endedAt when its play ended, or was first seen to have ended
 * @param readAt when it was last read; minus infinity for never
 */
export const finalReadAt = (endedAt: number, readAt: number): number => {
  const first = endedAt + FINAL_AFTER_MS;
  if (readAt < first) return first;
  const isRare = readAt - endedAt >= RARELY_AFTER_MS;
  return Math.max(batchAfter(readAt), isRare ? readAt + RARELY_EVERY_MS : -Infinity);
};
