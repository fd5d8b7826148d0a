import type { Appointment } from '../alerts/events.ts';
import { phaseOf, type Match } from './match.ts';
import { readLabel, withoutRemark } from './schedule-labels.ts';

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

export const withoutLabelRemark = (appointment: Appointment): Appointment => {
  const { scheduleLabel } = appointment;
  return scheduleLabel === null
    ? appointment
    : { ...appointment, scheduleLabel: withoutRemark(scheduleLabel) };
};

/** The known time of an upcoming match, kept when another read has only the date and court. */
export const keptTime = (match: Match, known: Match): Partial<Match> => {
  const { scheduleLabel, scheduledAt, playedOn, court, status } = match;
  const hasTime = scheduleLabel !== null || scheduledAt !== undefined;
  const isSame = playedOn === known.playedOn && !isOther(known.court, court);
  if (hasTime || !isSame || phaseOf(status) !== 'upcoming') return {};
  return {
    scheduleLabel: known.scheduleLabel,
    ...(known.scheduledAt === undefined ? {} : { scheduledAt: known.scheduledAt }),
  };
};

/** An announced time this far from the estimate before it is a move: people planned by the estimate. */
const MAX_OFF_ESTIMATE_MINUTES = 30;

/** Whether an upcoming match moved. No move: a value that appears or disappears, an estimate or its end, a remark. */
export const isMoved = (before: Match, after: Match): boolean =>
  phaseOf(before.status) === 'upcoming' &&
  phaseOf(after.status) === 'upcoming' &&
  (isOther(before.playedOn, after.playedOn) ||
    isOther(before.court, after.court) ||
    isOtherTime(before.scheduleLabel, after.scheduleLabel));

/** Whether a match has a later day, or a later announced time on its day. */
export const isPutOff = (before: Match, after: Match): boolean => {
  if (before.playedOn === null || after.playedOn === null) return false;
  if (before.playedOn !== after.playedOn) return after.playedOn > before.playedOn;
  const [was, is] = [readLabel(before.scheduleLabel), readLabel(after.scheduleLabel)];
  return (
    isOtherTime(before.scheduleLabel, after.scheduleLabel) &&
    'minutes' in was &&
    'minutes' in is &&
    is.minutes > was.minutes
  );
};

const isOther = (before: string | null, after: string | null): boolean =>
  before !== null && after !== null && before !== after;

const isOtherTime = (before: string | null, after: string | null): boolean => {
  if (before === null || after === null) return false;
  const [was, is] = [readLabel(before), readLabel(after)];
  if (is.kind === 'estimated') return false;
  if (was.kind !== 'estimated') return meaningOf(before) !== meaningOf(after);
  return 'minutes' in is && Math.abs(is.minutes - was.minutes) > MAX_OFF_ESTIMATE_MINUTES;
};

/** `4:00 PM` and `16:00` are the same time, with any remark. */
const meaningOf = (label: string): string => {
  const { remark: _, ...read } = readLabel(label);
  return read.kind === 'other' ? withoutRemark(label) : JSON.stringify(read);
};
