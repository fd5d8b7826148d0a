import { phaseOf, type Match } from './match.ts';
import { readLabel, type ScheduleLabel } from './schedule-labels.ts';
import type { Instant } from '../terms.ts';
import { instantAt } from './venue-clock.ts';
import { DAY, HOUR } from '../../lib/time.ts';

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

/** Before this hour a time in the order of play may mean the night after its day. */
const NIGHT_ENDS_MINUTES = 6 * 60;

/** By how much the service's clock of a venue may be wrong. */
const WRONG_CLOCK_MS = 2 * HOUR;

/** By the label on the venue's clock, else the service's instant, which was an hour late for a whole tournament. */
export const expectedStart = (
  { scheduleLabel, playedOn, scheduledAt, venueOffset }: Scheduled,
  offset: number | null,
): ExpectedStart | null => {
  const label = readLabel(scheduleLabel);
  const kind = KIND_OF_LABEL[label.kind];
  const clock = offset ?? venueOffset ?? null;
  if (clock === null || playedOn === null || !('minutes' in label)) {
    return scheduledAt === undefined ? null : { at: scheduledAt, kind };
  }
  const at = instantAt(playedOn, label.minutes, clock);
  const isNightAfter =
    label.minutes < NIGHT_ENDS_MINUTES &&
    scheduledAt !== undefined &&
    Math.abs(scheduledAt - at - DAY) <= WRONG_CLOCK_MS;
  return { at: isNightAfter ? at + DAY : at, kind };
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

/** The known or estimated start, else the evening of the day on the venue's clock (UTC if unknown); null without a day. */
export const approximateStart = (match: Match, offset: number | null): Instant | null => {
  const { startedAt, playedOn, venueOffset } = match;
  const known = startedAt ?? upcomingStart(match, offset)?.at ?? null;
  if (known !== null || playedOn === null) return known;
  return instantAt(playedOn, EVENING, offset ?? venueOffset ?? 0);
};
