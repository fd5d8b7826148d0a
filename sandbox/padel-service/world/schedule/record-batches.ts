import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE, SECOND } from '../../../../src/lib/time.ts';
import type { Match } from '../model.ts';
import { chance, randomFrom, wholeBetween } from '../random.ts';

/** The public service writes what has ended in batches: a minute after each five of its clock. */
const BATCH = { every: 5 * MINUTE, after: MINUTE } as const;

/** Seconds that a record waits at least and at most for its turn, so that it comes within 4 to 15 minutes. */
const DUE = { least: 390, most: 690 } as const;

/** Seconds that a batch takes, and how often a record is written in the minute before it. */
const WRITING = { takes: 10, early: 0.1 } as const;

/** When the final record of a match is written, 4 to 15 minutes after its last point. */
const recordedAt = (ended: Instant, seed: string): Instant => {
  const random = randomFrom(seed, 'record');
  const due = ended + wholeBetween(random, DUE.least, DUE.most) * SECOND;
  const batch = Math.round((due - BATCH.after) / BATCH.every) * BATCH.every + BATCH.after;
  const early = chance(random, WRITING.early) ? wholeBetween(random, 1, 59) * SECOND : 0;
  return batch - early + wholeBetween(random, 0, WRITING.takes) * SECOND;
};

/** The end of a match: its feed says it at once, the record follows with the next batches. */
export const withBatch = <T extends Pick<Match, 'ended' | 'closed'>>(
  times: T,
  seed: string,
): T & Pick<Match, 'feedClosed'> =>
  times.ended === null
    ? times
    : { ...times, feedClosed: times.closed, closed: recordedAt(times.ended, seed) };
