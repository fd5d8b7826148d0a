import { phaseOf, type Match } from '../domain/match.ts';
import type { Tournament } from '../domain/people.ts';
import type { PadelApi } from '../padel-api/client.ts';
import type { Observer } from './observer.ts';

const DAY = 24 * 60 * 60_000;
const PER_PAGE = 50;

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
}

/**
 * Reads the tournaments that are on and all their matches. So a match is known before it starts:
 * that is what makes its start news.
 * @returns the matches that may be played next or are being played.
 */
export const syncSchedule = async ({ api, observer }: ScheduleSync): Promise<readonly Match[]> => {
  const serviceNow = api.serviceNow();
  const { items } = await api.tournaments(
    {
      afterDate: dateOf(serviceNow - 21 * DAY),
      beforeDate: dateOf(serviceNow + 21 * DAY),
      perPage: PER_PAGE,
    },
    'live',
  );
  const current: Match[] = [];
  for (const tournament of items.filter((each) => isOn(each, serviceNow))) {
    await observer.tournament(tournament);
    for (let page = 1, last = 1; page <= last; page += 1) {
      const matches = await api.tournamentMatches(
        tournament.id,
        { page, perPage: PER_PAGE },
        'live',
      );
      last = matches.lastPage;
      for (const match of matches.items) {
        await observer.match(match);
        if (isNear(match, serviceNow)) current.push(match);
      }
    }
  }
  return current;
};

/** Not over, and to be played within a day of now, in whatever zone. */
const isNear = ({ status, playedOn }: Match, serviceNow: number): boolean => {
  if (phaseOf(status) === 'over') return false;
  if (playedOn === null) return true;
  return playedOn >= dateOf(serviceNow - DAY) && playedOn <= dateOf(serviceNow + DAY);
};
