import type { HeldMatch } from './held-match.ts';
import { phaseOf } from './match.ts';
import { readLabel } from './schedule-labels.ts';
import type { Instant } from './terms.ts';
import { instantAt } from './venue-clock.ts';

/**
 * When a match is to begin, where that is known: its label names a time, and the venue's clock is
 * known (its minutes ahead of UTC). Nothing is made up.
 */
export const beginsAt = (
  { match }: Pick<HeldMatch, 'match'>,
  offset: number | null,
): Instant | null => {
  const { status, startedAt, scheduleLabel, playedOn } = match;
  if (phaseOf(status) !== 'upcoming') return null;
  if (startedAt !== null) return startedAt;
  const label = readLabel(scheduleLabel);
  if (playedOn === null || offset === null || !('minutes' in label)) return null;
  return instantAt(playedOn, label.minutes, offset);
};

/** Matches without a time count as the evening's: who reads a list at noon is told of them, too. */
const EVENING = 18 * 60;

/**
 * About when a match begins or began: exactly where that is known, else the evening of its day, by the
 * clock of its venue as far as that is known. Null where not even the day is.
 */
export const beginsAbout = (
  held: Pick<HeldMatch, 'match'>,
  offset: number | null,
): Instant | null => {
  const { startedAt, playedOn } = held.match;
  const exact = startedAt ?? beginsAt(held, offset);
  if (exact !== null || playedOn === null) return exact;
  return instantAt(playedOn, EVENING, offset ?? 0);
};
