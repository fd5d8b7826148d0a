import type { Tournament } from '../people/people.ts';
import { GONE, isCalledOff } from '../tournament/tournament-status.ts';
import type { WiderNews } from './events.ts';

/** Whether news of a tournament is true no more: what was called off takes place, what moved has moved again. */
export const isOutdated = (
  { change, startDate, endDate, place }: Extract<WiderNews, { kind: 'tournament' }>,
  tournament: Tournament,
): boolean => {
  const { status } = tournament;
  switch (change) {
    // Told once: a list that says "pending" again for a moment takes nothing back.
    case 'begins':
      return isCalledOff(tournament) || status === 'finished';
    case 'cancelled':
    case 'postponed':
      return status !== change;
    case 'removed':
      return status !== GONE;
    case 'over':
      return status !== 'finished';
    case 'restored':
      return isCalledOff(tournament);
    case 'moved':
      return (
        isCalledOff(tournament) ||
        startDate !== tournament.startDate ||
        endDate !== tournament.endDate ||
        (place !== undefined && place.location !== tournament.location)
      );
    case 'merged':
      return false;
  }
};
