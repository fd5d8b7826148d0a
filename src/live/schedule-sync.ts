import { phaseOf, type Match } from '../domain/match.ts';
import type { Observer } from '../domain/observer.ts';
import type { Tournament } from '../domain/people.ts';
import type { Logger } from '../lib/logger.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { ServiceBusy, ServiceDown } from '../padel-api/errors.ts';
import { itemsOf } from '../padel-api/pages.ts';

const DAY = 24 * 60 * 60_000;

/** Tournaments are asked for by their dates; none is longer than this. */
const AROUND = 21 * DAY;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Whether a tournament may have matches today, in whatever zone it is played. */
const isOn = ({ status, startDate, endDate }: Tournament, serviceNow: number): boolean => {
  if (status === 'live') return true;
  if (status === 'cancelled') return false;
  if (startDate === null || endDate === null) return false;
  return startDate <= dateOf(serviceNow + DAY) && endDate >= dateOf(serviceNow - DAY);
};

export interface ScheduleSync {
  readonly api: PadelApi;
  readonly observer: Observer;
  readonly log: Logger;
}

/**
 * Reads the tournaments that are on and all their matches, in the background lane. So a match is
 * known before it starts: that is what makes its start news.
 * @returns the ids of matches that may be played next or are being played.
 */
export const syncSchedule = async (
  { api, observer, log }: ScheduleSync,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> => {
  const serviceNow = api.serviceNow();
  // Nobody waits for the schedule.
  const quietly = { lane: 'background', signal } as const;
  const dates = { afterDate: dateOf(serviceNow - AROUND), beforeDate: dateOf(serviceNow + AROUND) };
  const tournaments = itemsOf((paging) => api.tournaments({ ...dates, ...paging }, quietly));
  const near = new Set<number>();

  const syncMatches = async (tournament: Tournament): Promise<void> => {
    await observer.tournament(tournament);
    const matches = itemsOf((paging) => api.tournamentMatches(tournament.id, paging, quietly));
    for await (const match of matches) {
      if (signal.aborted) return;
      await observer.match(match, api.serviceNow());
      if (isNear(match, serviceNow)) near.add(match.id);
    }
  };

  for await (const tournament of tournaments) {
    if (signal.aborted) break;
    if (!isOn(tournament, serviceNow)) continue;
    try {
      await syncMatches(tournament);
    } catch (error) {
      // A service that is down is down for the next tournament, too; anything else is this one's.
      if (error instanceof ServiceDown || error instanceof ServiceBusy) throw error;
      log.warn({ err: error, tournament: tournament.id }, 'a tournament could not be read');
    }
  }
  return near;
};

/** Not over, and to be played within a day of now, in whatever zone. */
const isNear = ({ status, playedOn }: Match, serviceNow: number): boolean => {
  if (phaseOf(status) === 'over') return false;
  if (playedOn === null) return true;
  return playedOn >= dateOf(serviceNow - DAY) && playedOn <= dateOf(serviceNow + DAY);
};
