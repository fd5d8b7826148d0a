import { isPostponed, phaseOf, type Match } from '../domain/match/match.ts';
import type { Tournament } from '../domain/people/people.ts';
import { isCalledOff } from '../domain/tournament/tournament-status.ts';
import type { Instant } from '../domain/terms.ts';
import { DAY, utcDate } from '../lib/time.ts';
import { isServiceUnavailable, NotFound } from '../padel-api/errors.ts';
import type { RequestOptions } from '../padel-api/request/cache.ts';
import { pagesOf } from '../padel-api/request/pages.ts';
import { calendarInterval } from './pacing.ts';
import { createVanishedTournaments } from './vanished-tournaments.ts';
import type { MatchSource } from './read-match.ts';
import { createTournamentReader } from './tournament-reader.ts';

/** No tournament is longer than this. */
const BEHIND_MS = 21 * DAY;
/** A tournament may be called off or put off long before it starts. */
const AHEAD_MS = 182 * DAY;

/** Whether a tournament's dates are over in every time zone: it brings no more news. */
const isPast = ({ status, endDate }: Tournament, serviceNow: number): boolean =>
  status !== 'live' && endDate !== null && endDate < utcDate(serviceNow - DAY);

/** Whether a tournament that is not past may have matches today, in any time zone. */
const isOn = ({ status, startDate, endDate }: Tournament, serviceNow: number): boolean => {
  if (status === 'live') return true;
  if (isCalledOff({ status })) return false;
  return startDate !== null && endDate !== null && startDate <= utcDate(serviceNow + DAY);
};

/** With which priority a sync reads. */
export type Asking = Required<Pick<RequestOptions, 'priority'>> & { readonly signal: AbortSignal };

export const createScheduleSync = (
  options: Pick<MatchSource, 'api' | 'observer' | 'order' | 'log'>,
) => {
  const { api, observer, log } = options;
  const reader = createTournamentReader(options);
  const readVanished = createVanishedTournaments(options);
  let calendar: { readonly tournaments: readonly Tournament[]; readonly readAt: Instant } | null =
    null;
  /** Tournaments that were passed to the observer since they were read. */
  const observed = new WeakSet<Tournament>();

  /** All tournaments around this time. */
  const tournamentsAround = async (
    serviceNow: Instant,
    asking: Asking,
  ): Promise<readonly Tournament[]> => {
    const { signal } = asking;
    const age = Math.abs(serviceNow - (calendar?.readAt ?? -Infinity));
    if (calendar !== null && age < calendarInterval(calendar.tournaments, serviceNow)) {
      return calendar.tournaments;
    }
    const afterDate = utcDate(serviceNow - BEHIND_MS);
    const beforeDate = utcDate(serviceNow + AHEAD_MS);
    const tournaments: Tournament[] = [];
    for await (const page of pagesOf((paging) =>
      api.tournaments({ afterDate, beforeDate, ...paging }, asking),
    )) {
      signal.throwIfAborted();
      tournaments.push(...page);
    }
    const period = { from: afterDate, to: beforeDate, serviceNow, signal };
    tournaments.push(...(await readVanished({ listed: tournaments, ...period })));
    calendar = { tournaments, readAt: serviceNow };
    return tournaments;
  };

  const observe = async (tournament: Tournament): Promise<void> => {
    if (observed.has(tournament)) return;
    await observer.tournament(tournament);
    observed.add(tournament);
  };

  const nearIn = ({ id }: Tournament, serviceNow: Instant): readonly number[] =>
    reader
      .matchesOf(id)
      .filter((match) => isNear(match, serviceNow))
      .map((match) => match.id);

  /** An unreadable tournament does not stop the others, and its matches stay known. */
  const nearOf = async (
    tournament: Tournament,
    serviceNow: Instant,
    asking: Asking,
  ): Promise<readonly number[]> => {
    try {
      await observe(tournament);
      if (!isOn(tournament, serviceNow)) return [];
      await reader.read(tournament, asking);
      return nearIn(tournament, serviceNow);
    } catch (error) {
      asking.signal.throwIfAborted();
      // A service that is down would fail for the next tournament, too.
      if (isServiceUnavailable(error)) throw error;
      log.warn({ err: error, tournament: tournament.id }, 'tournament could not be read');
      return error instanceof NotFound ? [] : nearIn(tournament, serviceNow);
    }
  };

  const sync = async (
    signal: AbortSignal,
    priority: Asking['priority'] = 'background',
  ): Promise<ReadonlySet<number>> => {
    const asking = { priority, signal };
    const serviceNow = api.serviceNow();
    const near = new Map<number, readonly number[]>();
    for (const tournament of await tournamentsAround(serviceNow, asking)) {
      signal.throwIfAborted();
      if (isPast(tournament, serviceNow)) continue;
      near.set(tournament.id, await nearOf(tournament, serviceNow, asking));
    }
    reader.keep(new Set(near.keys()));
    return new Set([...near.values()].flat());
  };
  return {
    /**
     * Reads current and upcoming tournaments, and all matches of the current ones, by default in the
     * background.
     * So matches are known before they start, which makes their starts news, and tournaments before
     * they are called off or put off.
     * @returns the ids of matches in play or soon to be played; of a tournament that cannot be read,
     * those of the last sync
     */
    sync,
    /** A tournament may have changed: the next sync reads all of them. */
    invalidateCalendar: (): void => {
      calendar = null;
    },
  };
};

/** Neither over nor put off, and to be played within a day of now, in any time zone. */
export const isNear = ({ status, playedOn }: Match, serviceNow: number): boolean => {
  if (phaseOf(status) === 'over' || isPostponed(status)) return false;
  if (playedOn === null) return true;
  return playedOn >= utcDate(serviceNow - DAY) && playedOn <= utcDate(serviceNow + DAY);
};
