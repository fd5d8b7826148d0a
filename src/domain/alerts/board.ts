import { instantOf } from '../local-time.ts';
import { approximateStart } from '../match/expected-start.ts';
import { DELETED, isOver, isPlaying, phaseOf } from '../match/match.ts';
import { isStandingStill, scoreOf, winnerOf } from '../match/reading.ts';
import type { TrackedMatch } from '../match/state.ts';
import type { Instant } from '../terms.ts';
import { inOrderOfPlay, inOrderOfTime, USUAL_LENGTH } from '../tournament/order-of-play.ts';
import { dayAfter, HOUR, MINUTE } from '../../lib/time.ts';
import type { VenueOffset } from './subject.ts';

/** What a standing board shows: the matches of a day, and the next day's. */
export interface DayBoard {
  /** In the channel's time zone. */
  readonly date: string;
  readonly playing: readonly TrackedMatch[];
  readonly toCome: readonly TrackedMatch[];
  /** The last that ended first. */
  readonly results: readonly TrackedMatch[];
  readonly tomorrow: readonly TrackedMatch[];
  readonly offsets: ReadonlyMap<number, VenueOffset>;
}

/** How long before midnight a match may have been due that is still played, or was, after it. */
const LATE_MS = 6 * HOUR;

/** The same of a match in play: one that is older was never reported to end. */
const STUCK_MS = 12 * HOUR;

/** A merged match is deleted, too: the one that it became is shown. */
const HIDDEN: ReadonlySet<string> = new Set(['bye', DELETED]);

/** The record of a match as its points have it: between two reads the record lags behind them. */
const upToDate = (held: TrackedMatch): TrackedMatch => {
  const { match, state } = held;
  const score = scoreOf(state);
  return {
    ...held,
    match: {
      ...match,
      status: state.status,
      score: score.length === 0 ? null : score,
      winner: winnerOf(state),
    },
  };
};

/** It depends on the clock through the date alone: an unchanged day makes the same board. */
export const dayBoard = (
  matches: readonly TrackedMatch[],
  offsets: ReadonlyMap<number, VenueOffset>,
  date: string,
  timeZone: string,
): DayBoard => {
  const midnightAfter = (days: number): Instant => instantOf(timeZone, dayAfter(date, days), 0);
  const [from, to, end] = [midnightAfter(0), midnightAfter(1), midnightAfter(2)];
  // What is interrupted stands where it goes on.
  const startOf = ({ match, state }: TrackedMatch): Instant =>
    approximateStart(
      isStandingStill(state) ? { ...match, status: 'scheduled', startedAt: null } : match,
      offsets.get(match.id) ?? null,
    ) ?? Infinity;
  // A late correction changes the record, too: play had ended by its last change, or long before.
  const endOf = (held: TrackedMatch): Instant =>
    Math.min(held.changedAt, startOf(held) + (held.state.duration ?? USUAL_LENGTH) * MINUTE);
  const isBetween = (held: TrackedMatch, first: Instant, last: Instant): boolean =>
    startOf(held) >= first && startOf(held) < last;
  const current = matches.map(upToDate).filter(({ match }) => !HIDDEN.has(match.status));
  const pending = current.filter(({ match }) => !isOver(match) && !isPlaying(match));
  const isToday = (held: TrackedMatch): boolean => isBetween(held, from - LATE_MS, to);
  return {
    date,
    offsets,
    playing: inOrderOfPlay(
      current.filter((held) => isPlaying(held.match) && startOf(held) >= from - STUCK_MS),
    ),
    toCome: inOrderOfTime(pending.filter(isToday)),
    results: current
      .filter(
        (held) =>
          isOver(held.match) && isToday(held) && (startOf(held) >= from || endOf(held) >= from),
      )
      .toSorted((a, b) => endOf(b) - endOf(a) || a.match.id - b.match.id),
    tomorrow: inOrderOfTime(
      pending.filter(
        (held) =>
          (phaseOf(held.match.status) === 'upcoming' || isStandingStill(held.state)) &&
          isBetween(held, to, end),
      ),
    ),
  };
};
