import type { Services } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { isDate } from '../../src/i18n/days.ts';
import { MINUTE, utcDate, dayAfter } from '../../src/lib/time.ts';
import { matchesInPlay } from '../../src/store/matches/matches.ts';
import { readTournamentOffset } from '../../src/store/matches/venue-offset.ts';
import { serviceDay } from '../options/day.ts';
import { phaseOf } from '../../src/domain/match/match.ts';
import type { UndatedTournament } from '../../src/render/lines/empty.ts';
import { matchesToCome } from '../options/match.ts';
import type { MatchFilter } from '../follows/schedule-filter.ts';

/** The requested day: a local date, or today, which differs between venues. */
export interface RequestedDay {
  readonly day: string;
  readonly isToday: boolean;
}

const TODAY = 'today.';

/** The day in a control's custom id: `2026-06-07`, or `today.2026-06-07`. */
export const dayWord = ({ day, isToday }: RequestedDay): string =>
  isToday ? `${TODAY}${day}` : day;

/** Parses the output of `dayWord`; null for anything else. */
export const dayIn = (word: string): RequestedDay | null => {
  const isToday = word.startsWith(TODAY);
  const day = isToday ? word.slice(TODAY.length) : word;
  return isDate(day) ? { day, isToday } : null;
};

export interface TournamentOnDay {
  readonly entry: DirectoryEntry;
  readonly day: string;
  /** Matches in play there, whatever their date; empty when the day is over at the venue. */
  readonly inPlay: readonly TrackedMatch[];
}

export interface RequestedDays extends RequestedDay {
  readonly tournaments: readonly TournamentOnDay[];
}

/**
 * The requested tournament, or all that include the day. Today is the local day at each venue with
 * a known clock.
 */
export const requestedDays = async (
  asked: RequestedDay,
  tournamentId: number | null,
  services: Services,
): Promise<RequestedDays> => {
  const named = services.directory
    .all('tournament')
    .filter(({ id }) => tournamentId === null || id === tournamentId);
  const isMeant = ({ startDate, endDate }: DirectoryEntry, from: string, to = from): boolean => {
    if (startDate === null) return tournamentId !== null;
    return startDate <= to && from <= (endDate ?? startDate);
  };
  const dated: RequestedDays = {
    day: asked.day,
    isToday: false,
    tournaments: named
      .filter((entry) => isMeant(entry, asked.day))
      .map((entry) => ({ entry, day: asked.day, inPlay: [] })),
  };
  if (!asked.isToday) return dated;
  const inPlay = await matchesInPlay(services.db, services.now());
  const around = named.filter((entry) =>
    isMeant(entry, serviceDay(services, -1), serviceDay(services, 1)),
  );
  const todays = await Promise.all(
    around.map(async (entry): Promise<TournamentOnDay> => {
      const own = inPlay.filter(({ match }) => match.tournamentId === entry.id);
      return { entry, day: await venueDay(entry, own, services), inPlay: own };
    }),
  );
  const on = todays.filter(({ entry, day, inPlay: own }) => isMeant(entry, day) || own.length > 0);
  const days = new Set(on.map(({ day }) => day));
  const [only = serviceDay(services)] = days.size === 1 ? days : [];
  // A control from yesterday keeps showing yesterday.
  const isStillToday = asked.day === only || asked.day === serviceDay(services);
  return isStillToday ? { day: only, isToday: true, tournaments: on } : dated;
};

/** The local day at a venue; the UTC day when neither its clock nor a match in play determines it. */
const venueDay = async (
  entry: DirectoryEntry,
  inPlay: readonly TrackedMatch[],
  services: Services,
): Promise<string> => {
  const today = serviceDay(services);
  const offset = await readTournamentOffset(services.db, entry, today);
  if (offset !== null) return utcDate(services.api.serviceNow() + offset * MINUTE);
  const [latest] = inPlay
    .flatMap(({ match }) => match.playedOn ?? [])
    .filter((day) => day >= dayAfter(today, -1) && day <= dayAfter(today, 1))
    .toSorted()
    .toReversed();
  return latest ?? today;
};

/**
 * The number of upcoming matches without a day in each of these tournaments: their order of play is
 * not published. Empty for a day that is over everywhere.
 */
export const undatedTournaments = async (
  tournaments: readonly DirectoryEntry[],
  day: string,
  isWanted: MatchFilter,
  services: Services,
): Promise<readonly UndatedTournament[]> => {
  if (tournaments.length === 0 || day < serviceDay(services, -1)) return [];
  const undated = (await matchesToCome(services)).filter(
    ({ match, state }) =>
      phaseOf(state.status) === 'upcoming' &&
      match.playedOn === null &&
      !match.withheld.includes('played_at'),
  );
  return tournaments.flatMap(({ id, name }): UndatedTournament[] => {
    const own = undated.filter((held) => held.match.tournamentId === id && isWanted(held));
    return own.length === 0 ? [] : [{ tournament: name, matches: own.length }];
  });
};
