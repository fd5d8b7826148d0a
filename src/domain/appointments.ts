import type { Appointment } from './alert-events.ts';
import { phaseOf, type Match } from './match.ts';

export const appointmentOf = ({
  playedOn,
  startedAt,
  scheduleLabel,
  court,
}: Match): Appointment => ({ playedOn, startedAt, scheduleLabel, court });

/**
 * Whether a match that has not begun is to be played at another time or place. What becomes known for
 * the first time is no change, and what is not told any more neither.
 */
export const isMoved = (before: Match, after: Match): boolean =>
  phaseOf(before.status) === 'upcoming' &&
  phaseOf(after.status) === 'upcoming' &&
  (['playedOn', 'scheduleLabel', 'court'] as const).some(
    (field) => before[field] !== null && after[field] !== null && before[field] !== after[field],
  );
