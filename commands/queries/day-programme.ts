import type { Services } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import { courtProgrammes, type CourtProgramme } from '../../src/domain/tournament/order-of-play.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { localDate } from '../../src/i18n/format.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { wholeList } from '../../src/padel-api/request/pages.ts';
import { findTournament } from '../../src/store/matches/match-lists.ts';
import { readTournamentOffset } from '../../src/store/matches/venue-offset.ts';
import { everyPhaseOf } from './tournament-matches.ts';
import { asPlayed } from '../../src/domain/tournament/as-played.ts';
import { withTrackedPlay } from './tracked-match.ts';
import type { MatchFilter } from '../follows/schedule-filter.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { MINUTE, utcDate, dayAfter } from '../../src/lib/time.ts';
import { matchesInPlay } from '../../src/store/matches/matches.ts';
import { serviceDay, type RequestedDay } from '../options/day.ts';
import { phaseOf } from '../../src/domain/match/match.ts';
import type { UndatedTournament } from '../../src/render/lines/empty.ts';
import { matchesToCome } from '../options/match.ts';

interface TournamentOnDay {
  readonly entry: DirectoryEntry;
  readonly day: string;
  /** Matches in play there, whatever their date; empty when the day is over at the venue. */
  readonly inPlay: readonly TrackedMatch[];
}

interface RequestedDays extends RequestedDay {
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

/** Maximum tournaments per day: each costs one of sixty requests per minute. */
const MAX_TOURNAMENTS = 8;

/** Far more than the matches of one tournament on one day. */
const MAX_PAGES = 8;

interface DayProgramme {
  readonly courts: readonly CourtProgramme[];
  /** Tournaments that were read and have no match on this day. */
  readonly empty: readonly DirectoryEntry[];
  /** Names of tournaments that were not read, or failed. */
  readonly missing: readonly string[];
  /** When the oldest part was read; null when nothing was read. */
  readonly readAt: Instant | null;
}

/**
 * The order of play of a day. A tournament that fails is listed as missing; the others are shown.
 * @throws the classes of padel-api/errors.ts when all of them fail
 */
export const programmeOf = async (
  { day, tournaments }: RequestedDays,
  isWanted: MatchFilter,
  reader: Reader,
  services: Services,
): Promise<DayProgramme> => {
  const readings = await Promise.allSettled(
    tournaments
      .slice(0, MAX_TOURNAMENTS)
      .map((tournament) => tournamentDay(tournament, isWanted, services)),
  );
  const read = readings.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = readings.find(({ status }) => status === 'rejected');
  if (read.length === 0 && failed?.status === 'rejected') throw failed.reason;
  return {
    courts: read.flatMap(({ courts, day: own }) =>
      own === day ? courts : courts.map((court) => datedCourt(court, own, reader)),
    ),
    empty: read.flatMap(({ entry, isEmpty }) => (isEmpty ? [entry] : [])),
    missing: tournaments
      .filter((_, index) => readings[index]?.status !== 'fulfilled')
      .map(({ entry }) => entry.name),
    readAt: read.length === 0 ? null : Math.min(...read.map(({ readAt }) => readAt)),
  };
};

/** Adds the date to the court's heading when it differs from the page's day. */
const datedCourt = (court: CourtProgramme, day: string, { locale }: Reader): CourtProgramme => {
  const { id, name } = court.tournament;
  return { ...court, tournament: { id, name: `${localDate(locale, day)} · ${name}` } };
};

interface TournamentDay {
  readonly day: string;
  readonly entry: DirectoryEntry;
  readonly courts: readonly CourtProgramme[];
  readonly isEmpty: boolean;
  readonly readAt: Instant;
}

const tournamentDay = async (
  { entry, day, inPlay }: TournamentOnDay,
  isWanted: MatchFilter,
  services: Services,
): Promise<TournamentDay> => {
  const { api, db } = services;
  const phases = await everyPhaseOf(entry.id, services);
  const { items, readAt } = await wholeList(
    (paging) => api.tournamentMatches(entry.id, { playedAt: day, ...phases, ...paging }),
    MAX_PAGES,
  );
  const listed = await withTrackedPlay(items, services);
  // Past midnight, or with an unknown venue clock, matches in play have another date.
  const others = inPlay.filter(({ match }) => listed.every(({ id }) => id !== match.id));
  const matches = [...others.map((held) => asPlayed(held.match, held)), ...listed];
  const tournament = (await findTournament(db, entry.id)) ?? null;
  const offset = await readTournamentOffset(db, entry, day, matches);
  const wanted = matches.filter((match) => isWanted({ match, tournament }));
  const courts = courtProgrammes(entry, offset, wanted);
  return { entry, day, courts, isEmpty: matches.length === 0, readAt };
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
