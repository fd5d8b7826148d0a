import { phaseOf, type Match } from './match.ts';
import { readLabel, type ScheduleLabel } from './schedule-labels.ts';
import type { Instant } from './terms.ts';
import { instantAt } from './venue-clock.ts';

/** What is known of when a match is to begin: an instant, and how far it can be relied on. */
export interface ExpectedStart {
  readonly at: Instant;
  /** `announced` and `not-before` by the order of play, `estimated` by the service alone. */
  readonly kind: 'announced' | 'not-before' | 'estimated';
}

/** The fields of a match that say when it is to begin. */
export type Scheduled = Pick<Match, 'scheduleLabel' | 'playedOn' | 'scheduledAt' | 'venueOffset'>;

/** Only a label announces a time: an instant without such a label is an estimate. */
const KIND_OF_LABEL: Readonly<Record<ScheduleLabel['kind'], ExpectedStart['kind']>> = {
  starting: 'announced',
  'not-before': 'not-before',
  estimated: 'estimated',
  'followed-by': 'estimated',
  other: 'estimated',
};

/**
 * When a match is expected to begin: at the instant that the service tells, else at the time that its
 * label names by the venue's clock. Null where neither is known; nothing is made up.
 * @param offset minutes of the venue ahead of UTC, as far as its other matches or its country tell
 */
export const expectedStart = (
  { scheduleLabel, playedOn, scheduledAt, venueOffset }: Scheduled,
  offset: number | null,
): ExpectedStart | null => {
  const label = readLabel(scheduleLabel);
  const kind = KIND_OF_LABEL[label.kind];
  if (scheduledAt !== undefined) return { at: scheduledAt, kind };
  const clock = venueOffset ?? offset;
  if (clock === null || playedOn === null || !('minutes' in label)) return null;
  return { at: instantAt(playedOn, label.minutes, clock), kind };
};

/** The same of a match that has not begun; null for any other. */
export const upcomingStart = (match: Match, offset: number | null): ExpectedStart | null => {
  const { status, startedAt } = match;
  if (phaseOf(status) !== 'upcoming') return null;
  // Some services tell here when a match is to start.
  if (startedAt !== null) return { at: startedAt, kind: 'announced' };
  return expectedStart(match, offset);
};

/** Matches without a time count as the evening's: who reads a list at noon is told of them, too. */
const EVENING = 18 * 60;

/**
 * About when a match begins or began: as far as that is known or estimated, else the evening of its
 * day, by the clock of its venue as far as that is known. Null where not even the day is.
 */
export const beginsAbout = (match: Match, offset: number | null): Instant | null => {
  const { startedAt, playedOn, venueOffset } = match;
  const known = startedAt ?? upcomingStart(match, offset)?.at ?? null;
  if (known !== null || playedOn === null) return known;
  return instantAt(playedOn, EVENING, venueOffset ?? offset ?? 0);
};
