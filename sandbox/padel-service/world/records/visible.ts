import { byTeam, type Instant } from '../../../../src/domain/terms.ts';
import { localDay } from '../schedule/days.ts';
import type { Match, Slot, Tournament } from '../model.ts';

/** What is visible of a record at an instant. */

/** Whether a match is visible: from the moment it is entered until its deletion. */
export const isMatchVisible = ({ created, appears, deleted }: Match, now: Instant): boolean =>
  (appears ?? created) <= now && (deleted === null || now < deleted);

/** When a match comes, goes or gets a pair next, after an instant; Infinity when never. */
export const changeAfter = ({ created, appears, known, deleted }: Match, now: Instant): Instant => {
  const changes = [appears ?? created, deleted ?? Infinity, ...Object.values(known ?? {})];
  return Math.min(Infinity, ...changes.filter((at) => at > now));
};

/** A match with the pairs that are known. */
export const withKnownPairs = (match: Match, now: Instant): Match => {
  const { known, teams } = match;
  if (known === undefined || (known.team_1 <= now && known.team_2 <= now)) return match;
  return { ...match, teams: byTeam((team) => (known[team] <= now ? teams[team] : null)) };
};

/** The match's slot in the published order of play; null without one. */
export const slotAt = (
  { slot, formerSlot, published, labelled = published }: Match,
  now: Instant,
): Slot | null => {
  if (now < published) return null;
  const shown = formerSlot !== null && now < formerSlot.until ? formerSlot.slot : slot;
  return shown !== null && now < labelled ? { ...shown, label: '', announced: null } : shown;
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
