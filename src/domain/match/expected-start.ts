import { phaseOf, type Match } from './match.ts';
import { readLabel, type ScheduleLabel } from '../tournament/schedule-labels.ts';
import type { Instant } from '../terms.ts';
import { instantAt } from '../tournament/venue-clock.ts';

/** When a match is expected to start, and how reliable that is. */
export interface ExpectedStart {
  readonly at: Instant;
  /** `announced` and `not-before` come from the order of play, `estimated` only from the service. */
  readonly kind: 'announced' | 'not-before' | 'estimated';
}

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
 * When a match is expected to start: the service's instant, else the time in its label on the
 * venue's clock. Null when neither is known.
 * @param offset the venue's minutes ahead of UTC, from its other matches or its country
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

/** The expected start of an upcoming match; null for any other. */
export const upcomingStart = (match: Match, offset: number | null): ExpectedStart | null => {
  const { status, startedAt } = match;
  if (phaseOf(status) !== 'upcoming') return null;
  // Some services put the scheduled start here.
  if (startedAt !== null) return { at: startedAt, kind: 'announced' };
  return expectedStart(match, offset);
};

/** A match without a time counts as an evening match, so a list read at noon includes it. */
const EVENING = 18 * 60;

/**
 * Approximate start of a match: the known or estimated instant, else the evening of its day on the
 * venue's clock (UTC if unknown). Null when the day is unknown, too.
 */
export const approximateStart = (match: Match, offset: number | null): Instant | null => {
  const { startedAt, playedOn, venueOffset } = match;
  const known = startedAt ?? upcomingStart(match, offset)?.at ?? null;
  if (known !== null || playedOn === null) return known;
  return instantAt(playedOn, EVENING, venueOffset ?? offset ?? 0);
};
