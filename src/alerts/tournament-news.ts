import type { AlertEvent, TournamentChange } from '../domain/alert-events.ts';
import type { Tournament } from '../domain/people.ts';

/** The words of the service for where a tournament stands that are news when they first appear. */
const NEWS: ReadonlyMap<string, TournamentChange> = new Map([
  ['live', 'begins'],
  ['cancelled', 'cancelled'],
  ['finished', 'over'],
]);

/** New dates are of no use to anybody then. */
const NEVER_AGAIN: ReadonlySet<string> = new Set(['cancelled', 'finished']);

/** What is news about a tournament since it was read before; null for nothing. */
export const tournamentNews = (before: Tournament, after: Tournament): AlertEvent | null => {
  const { id: tournamentId, startDate, endDate } = after;
  const news = (change: TournamentChange): AlertEvent => ({
    kind: 'tournament',
    tournamentId,
    change,
    startDate,
    endDate,
  });
  const change = NEWS.get(after.status);
  if (change !== undefined && after.status !== before.status) return news(change);
  const isMoved =
    before.startDate !== null &&
    startDate !== null &&
    (before.startDate !== startDate || (endDate !== null && before.endDate !== endDate));
  return isMoved && !NEVER_AGAIN.has(after.status) ? news('moved') : null;
};
