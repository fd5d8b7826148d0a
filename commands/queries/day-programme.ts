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
import { asInPlay, withHeld } from './held.ts';
import type { RequestedDays, TournamentOnDay } from './schedule-days.ts';
import type { MatchFilter } from '../follows/schedule-filter.ts';

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
  const listed = await withHeld(items, services);
  // Past midnight, or with an unknown venue clock, matches in play have another date.
  const others = inPlay.filter(({ match }) => listed.every(({ id }) => id !== match.id));
  const matches = [...others.map((held) => asInPlay(held.match, held)), ...listed];
  const tournament = (await findTournament(db, entry.id)) ?? null;
  const offset = await readTournamentOffset(db, entry, day, matches);
  const wanted = matches.filter((match) => isWanted({ match, tournament }));
  const courts = courtProgrammes(entry, offset, wanted);
  return { entry, day, courts, isEmpty: matches.length === 0, readAt };
};
