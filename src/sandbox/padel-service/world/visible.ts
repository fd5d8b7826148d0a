import type { Instant } from '#src/domain/terms.ts';
import { localDay } from './days.ts';
import type { Match, Slot, Tournament } from './model.ts';

/** What of a record can be seen at an instant. */

/** Whether a match is there: from the moment its pairs are known until its record goes. */
export const isMatchThere = ({ created, deleted }: Match, now: Instant): boolean =>
  created <= now && (deleted === null || now < deleted);

/** When a match comes or goes next, after an instant; Infinity when never. */
export const changeAfter = ({ created, deleted }: Match, now: Instant): Instant => {
  if (now < created) return created;
  return deleted === null || deleted <= now ? Infinity : deleted;
};

/** The match's place in the order of play as it is published; null as long as there is none. */
export const slotAt = ({ slot, formerSlot, published }: Match, now: Instant): Slot | null => {
  if (now < published) return null;
  return formerSlot !== null && now < formerSlot.until ? formerSlot.slot : slot;
};

/** Whether a tournament is in the calendar. */
export const isTournamentThere = ({ announced, withdrawn }: Tournament, now: Instant): boolean =>
  announced <= now && (withdrawn === null || now < withdrawn.at);

/** Whether a day inside its dates is on at the tournament's place; pending and finished around it. */
export const tournamentStatus = (
  { start, end, place, cancelled }: Tournament,
  now: Instant,
): 'pending' | 'live' | 'finished' | 'cancelled' => {
  if (cancelled !== null && cancelled <= now) return 'cancelled';
  const today = localDay(now, place.timezone);
  if (today < start) return 'pending';
  return today > end ? 'finished' : 'live';
};
