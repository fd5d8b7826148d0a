import type { AlertEvent, TournamentChange } from '../../domain/alerts/events.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Instant } from '../../domain/terms.ts';
import { GONE, isCalledOff } from '../../domain/tournament/tournament-status.ts';

type TournamentEvent = Extract<AlertEvent, { kind: 'tournament' }>;

const STATUS_NEWS: ReadonlyMap<string, TournamentChange> = new Map([
  ['live', 'begins'],
  ['cancelled', 'cancelled'],
  ['postponed', 'postponed'],
  [GONE, 'removed'],
  ['finished', 'over'],
]);

const newsOf = ({ id, startDate, endDate }: Tournament, change: TournamentChange, at: Instant) =>
  ({ kind: 'tournament', tournamentId: id, change, at, startDate, endDate }) as const;

const isOther = (before: string | null, after: string | null): boolean =>
  before !== null && after !== null && before !== after;

/** A place that is not decided yet (service-today: `Tbd`). */
const isOpen = (place: string | null): boolean =>
  place === null || /^(?:tb[acd]|to be \w+)\b/i.test(place);

const hasNewDates = (before: Tournament, after: Tournament): boolean =>
  isOther(before.startDate, after.startDate) ||
  (after.startDate !== null && isOther(before.endDate, after.endDate));

const hasNewPlace = (before: Tournament, after: Tournament): boolean =>
  (!isOpen(before.location) &&
    !isOpen(after.location) &&
    isOther(before.location, after.location)) ||
  isOther(before.country, after.country);

/** The news since a tournament was last read; null for none. Its name and level may change silently. */
export const tournamentNews = (
  before: Tournament,
  after: Tournament,
  at: Instant,
): TournamentEvent | null => {
  const isOn = !isCalledOff(after) && after.status !== 'finished';
  // Also where it is live at once: its beginning may have been told before it was called off.
  if (isOn && isCalledOff(before)) return newsOf(after, 'restored', at);
  const change = STATUS_NEWS.get(after.status);
  if (change !== undefined && after.status !== before.status) return newsOf(after, change, at);
  if (!isOn) return null;
  const { location, country } = after;
  if (hasNewPlace(before, after)) {
    return { ...newsOf(after, 'moved', at), place: { location, country } };
  }
  return hasNewDates(before, after) ? newsOf(after, 'moved', at) : null;
};

/** The news that a tournament is another one now; null where it reads the same. */
export const mergerNews = (from: Tournament, to: Tournament, at: Instant): TournamentEvent | null =>
  from.name === to.name
    ? null
    : { ...newsOf(to, 'merged', at), former: { id: from.id, name: from.name } };
