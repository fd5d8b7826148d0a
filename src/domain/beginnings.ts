import type { HeldMatch } from './held-match.ts';
import { phaseOf } from './match.ts';
import { readLabel } from './schedule-labels.ts';
import type { Instant } from './terms.ts';
import { instantAt, offsetInCountry } from './venue-clock.ts';

/**
 * When a match is to begin, where that is known: its label names a time, and its venue is in a
 * country of one clock. Nothing is made up.
 */
export const beginsAt = ({
  match,
  tournament,
}: Pick<HeldMatch, 'match' | 'tournament'>): Instant | null => {
  const { status, startedAt, scheduleLabel, playedOn } = match;
  if (phaseOf(status) !== 'upcoming') return null;
  if (startedAt !== null) return startedAt;
  const label = readLabel(scheduleLabel);
  if (playedOn === null || !('minutes' in label)) return null;
  const offset = offsetInCountry(tournament?.country ?? null, playedOn);
  return offset === null ? null : instantAt(playedOn, label.minutes, offset);
};
