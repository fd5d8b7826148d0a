import type { Appointment } from '../alerts/events.ts';
import { phaseOf, type Match } from './match.ts';
import { readLabel } from '../tournament/schedule-labels.ts';

export const appointmentOf = ({
  playedOn,
  startedAt,
  scheduleLabel,
  court,
  scheduledAt,
  venueOffset,
}: Match): Appointment => ({
  playedOn,
  startedAt,
  scheduleLabel,
  court,
  ...(scheduledAt === undefined ? {} : { scheduledAt }),
  ...(venueOffset === undefined ? {} : { venueOffset }),
});

/**
 * Whether an upcoming match moved to another time or place. A value that appears for the first time
 * or disappears is no change; nor is an estimate, which changes every hour.
 */
export const isMoved = (before: Match, after: Match): boolean =>
  phaseOf(before.status) === 'upcoming' &&
  phaseOf(after.status) === 'upcoming' &&
  (isOther(before.playedOn, after.playedOn) ||
    isOther(before.court, after.court) ||
    isOther(meaningOf(before.scheduleLabel), announcedBy(after.scheduleLabel)));

const isOther = (before: string | null, after: string | null): boolean =>
  before !== null && after !== null && before !== after;

/** What a label announces; null for an estimate. */
const announcedBy = (label: string | null): string | null =>
  readLabel(label).kind === 'estimated' ? null : meaningOf(label);

/** `4:00 PM` and `16:00` are the same time; an estimate alone counts as "followed by". */
const meaningOf = (label: string | null): string | null => {
  if (label === null) return null;
  const read = readLabel(label);
  if (read.kind === 'estimated') return meaningOf('Followed by');
  return read.kind === 'other' ? label : JSON.stringify(read);
};
