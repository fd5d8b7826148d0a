import type { Instant } from '../../../../src/domain/terms.ts';
import { localDay } from '../schedule/days.ts';
import type { Match, Slot, Tournament } from '../model.ts';

/** What is visible of a record at an instant. */

/** Whether a match is visible: from the moment its pairs are known until its deletion. */
export const isMatchVisible = ({ created, deleted }: Match, now: Instant): boolean =>
  created <= now && (deleted === null || now < deleted);

/** When a match comes or goes next, after an instant; Infinity when never. */
export const changeAfter = ({ created, deleted }: Match, now: Instant): Instant => {
  if (now < created) return created;
  return deleted === null || deleted <= now ? Infinity : deleted;
};

/** The match's slot in the published order of play; null without one. */
export const slotAt = ({ slot, formerSlot, published }: Match, now: Instant): Slot | null => {
  if (now < published) return null;
  return formerSlot !== null && now < formerSlot.until ? formerSlot.slot : slot;
};

/** Whether a tournament is in the calendar. */
export const isTournamentVisible = ({ announced, withdrawn }: Tournament, now: Instant): boolean =>
  announced <= now && (withdrawn === null || now < withdrawn.at);

/** Whether a day inside its dates is on at the tournament's venue; pending and finished around it. */
export const tournamentStatus = (
  { start, end, host, cancelled }: Tournament,
  now: Instant,
): 'pending' | 'live' | 'finished' | 'cancelled' => {
  if (cancelled !== null && cancelled <= now) return 'cancelled';
  const today = localDay(now, host.timezone);
  if (today < start) return 'pending';
  return today > end ? 'finished' : 'live';
};
