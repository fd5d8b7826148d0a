import { phaseOf, type Match, type MatchStatus } from '../domain/match.ts';
import { isFinal } from '../domain/match-state.ts';
import { MINUTE, HOUR } from '../lib/time.ts';

/** When each match was read by itself, what that said, and when it is worth another request. */
export interface ReadLog {
  /** A read begins; `status` is what it is read for, when that is known. */
  readonly begins: (id: number, status: MatchStatus | undefined) => void;
  /** It is over: what it said, or undefined when the match is gone. */
  readonly ends: (id: number, match: Match | undefined) => void;
  /** When a read of it began last; minus infinity when none has. */
  readonly lastAt: (id: number) => number;
  /** The status that it was read for last. */
  readonly statusOf: (id: number) => MatchStatus | null;
  /** Nothing more is to come of it, or it is gone. */
  readonly isSettled: (id: number) => boolean;
  /**
   * Whether it may be read once more because it may have changed: the longer nothing has, the more
   * rarely.
   * @param since when it could first have; when the reads began to say what they say, if not told
   */
  readonly isDue: (id: number, since?: number) => boolean;
  readonly forgetOld: () => void;
}

/** One match is not read again before this, unless its status has changed. */
const READ_AGAIN_AFTER = 15_000;
/** It is read again after this share of the time in which nothing has changed, and not later than. */
const PATIENCE = 0.25;
const READ_AGAIN_WITHIN = 5 * MINUTE;
const FORGOTTEN_AFTER = HOUR;

interface Read {
  readonly at: number;
  readonly status: MatchStatus | null;
  readonly isSettled: boolean;
  /** What it said, in short, and since when reads say so. */
  readonly says: string | null;
  readonly since: number;
}

const inShort = ({ status, score, winner }: Match): string =>
  JSON.stringify([status, score, winner]);

/** A score that the plan withholds does not come by asking again. */
const isSettledBy = (match: Match): boolean =>
  isFinal(match) || (phaseOf(match.status) === 'over' && match.withheld.includes('score'));

/** @param monotonic a clock that never goes back, milliseconds */
export const createReadLog = (monotonic: () => number): ReadLog => {
  const reads = new Map<number, Read>();
  const lastAt = (id: number): number => reads.get(id)?.at ?? -Infinity;

  return {
    lastAt,
    statusOf: (id) => reads.get(id)?.status ?? null,
    isSettled: (id) => reads.get(id)?.isSettled === true,
    begins: (id, status) => {
      const at = monotonic();
      const before = reads.get(id) ?? { status: null, says: null, since: at };
      reads.set(id, { ...before, at, status: status ?? before.status, isSettled: false });
    },
    ends: (id, match) => {
      const read = reads.get(id);
      if (read === undefined) return;
      const says = match === undefined ? null : inShort(match);
      const since = says === read.says ? read.since : read.at;
      const isSettled = match === undefined || isSettledBy(match);
      reads.set(id, { ...read, says, since, isSettled });
    },
    isDue: (id, since = reads.get(id)?.since ?? monotonic()) => {
      const wait = Math.min((monotonic() - since) * PATIENCE, READ_AGAIN_WITHIN);
      return monotonic() - lastAt(id) >= Math.max(wait, READ_AGAIN_AFTER);
    },
    forgetOld: () => {
      for (const [id, { at }] of reads) {
        if (monotonic() - at > FORGOTTEN_AFTER) reads.delete(id);
      }
    },
  };
};
