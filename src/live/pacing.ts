import { upcomingStart } from '../domain/beginnings.ts';
import { coverageOf } from '../domain/coverage.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { isPutOff, type Match } from '../domain/match.ts';
import type { Tournament } from '../domain/people.ts';
import type { Instant } from '../domain/terms.ts';
import { likelyOffset } from '../domain/venue-clock.ts';
import { MINUTE, HOUR, DAY } from '../lib/time.ts';

/**
 * How often the data service is asked, by what can have changed. A month's requests are few (1.2 a
 * minute on the ordinary plan): pushes cost nothing, so they come first, and a list is read to find what
 * no push tells.
 */

/** What is held, at a moment of the service's clock. */
export interface Situation {
  readonly serviceNow: Instant;
  readonly inPlay: readonly HeldMatch[];
  readonly upcoming: readonly HeldMatch[];
}

/**
 * Between two readings of the live list. A start that nobody pushes is told within 90 seconds; more often
 * than each ten the service does not want to be read (public service, "WebSockets").
 */
const LIST_EVERY = { pushed: 80_000, alone: 20_000, safety: 30 * MINUTE } as const;

/** Matches are on court earlier than announced, too. */
const EARLY = 10 * MINUTE;
/** A match that has not begun so long after its time is none that is about to. */
const GIVEN_UP_AFTER = 8 * HOUR;
/** No match begins before this on the venue's clock, or after midnight. */
const FIRST_HOUR = 8;

/** Whether the live list may have a match, by the level of its tournament. */
export const isCovered = ({ tournament }: HeldMatch): boolean =>
  coverageOf(tournament?.level ?? '') !== 'scores';

/** The day of play on the venue's clock, in hours that have passed of it; null where no day is known. */
const hoursIntoDay = (held: HeldMatch, serviceNow: Instant): number | null => {
  const { playedOn } = held.match;
  if (playedOn === null) return null;
  return (serviceNow + likelyOffset(held) * MINUTE - Date.parse(`${playedOn}T00:00:00Z`)) / HOUR;
};

/** On the venue's clock, from midnight to some hours after the next one. */
const isOnItsDay = (held: HeldMatch, serviceNow: Instant): boolean => {
  const hours = hoursIntoDay(held, serviceNow);
  return hours !== null && hours >= 0 && hours * HOUR <= DAY + 2 * HOUR;
};

const courtOf = ({ tournamentId, court, playedOn }: Match): string =>
  JSON.stringify([tournamentId, court, playedOn]);

/** Matches to come that may begin now: by their time, or by what is still to be played before them. */
export const dueToBegin = ({ serviceNow, upcoming }: Situation): readonly HeldMatch[] => {
  const firstOnCourt = new Map<string, number>();
  for (const { match } of upcoming) {
    if (match.court === null || match.courtOrder === null) continue;
    const first = firstOnCourt.get(courtOf(match)) ?? Infinity;
    firstOnCourt.set(courtOf(match), Math.min(first, match.courtOrder));
  }
  return upcoming.filter((held) => {
    const { match } = held;
    if (isPutOff(match.status)) return false;
    const start = upcomingStart(match, likelyOffset(held));
    if (start !== null) {
      const isTime = serviceNow >= start.at - EARLY && serviceNow <= start.at + GIVEN_UP_AFTER;
      // An estimate is twenty minutes off on average: a court that is free may be played on before.
      if (isTime || start.kind !== 'estimated') return isTime;
    }
    const hours = hoursIntoDay(held, serviceNow);
    if (hours === null || hours < FIRST_HOUR || hours * HOUR > DAY) return false;
    const first = firstOnCourt.get(courtOf(match));
    return match.courtOrder === null || first === undefined || match.courtOrder <= first;
  });
};

/**
 * Milliseconds between two readings of the live list, which has every match in play in one request.
 * Infinite while nothing that it covers can be in play.
 * @param isPushed whether pushes come: the socket is connected, and has kept nothing back
 */
export const listInterval = (
  situation: Situation,
  { isPushed }: { readonly isPushed: boolean },
): number => {
  const { serviceNow, inPlay, upcoming } = situation;
  const mayBePlaying = [...inPlay, ...dueToBegin(situation)].some(isCovered);
  if (!mayBePlaying) {
    const isToday = upcoming.some((held) => isCovered(held) && isOnItsDay(held, serviceNow));
    return isToday ? LIST_EVERY.safety : Infinity;
  }
  return isPushed ? LIST_EVERY.pushed : LIST_EVERY.alone;
};

/**
 * Between two readings of the matches of the tournaments that are on. `play`: times move, and results
 * come; `alone`: nothing else tells what begins and ends; `order`: tomorrow's order of play comes out.
 */
const SCHEDULE_EVERY = {
  alone: 3 * MINUTE,
  play: 8 * MINUTE,
  order: 30 * MINUTE,
  idle: 2 * HOUR,
} as const;

/** Organisers publish the order of play of the next day between these hours of the venue's clock. */
const ORDER_HOURS = { from: 14, to: 24 } as const;

/**
 * Milliseconds between two readings of the schedule.
 * @param hasList whether the plan has the live list: without it the schedule alone tells what begins
 */
export const scheduleInterval = (situation: Situation, hasList: boolean): number => {
  const { serviceNow, inPlay, upcoming } = situation;
  const current = [...inPlay, ...dueToBegin(situation)];
  // What the list does not cover is told by the schedule alone, too.
  if (current.some((held) => !hasList || !isCovered(held))) return SCHEDULE_EVERY.alone;
  if (current.length > 0) return SCHEDULE_EVERY.play;
  const hours = upcoming.map((held) => hoursIntoDay(held, serviceNow) ?? 0);
  // Today's programme may move from the morning on.
  if (hours.some((hour) => hour >= FIRST_HOUR - 1 && hour * HOUR <= DAY))
    return SCHEDULE_EVERY.play;
  const isEve = hours.some((hour) => hour >= ORDER_HOURS.from - 24 && hour < ORDER_HOURS.to - 24);
  return isEve ? SCHEDULE_EVERY.order : SCHEDULE_EVERY.idle;
};

/** Between two readings of the calendar: a webhook tells of a change at once, where there is one. */
const CALENDAR_EVERY = { near: 3 * HOUR, quiet: 6 * HOUR } as const;

/** How long before and after its days a tournament is near. */
const NEAR = 2 * DAY;

/** Whether a tournament is on, begins or has ended within two days. */
const isNearby = ({ startDate, endDate, status }: Tournament, serviceNow: Instant): boolean =>
  status === 'live' ||
  (startDate !== null &&
    endDate !== null &&
    serviceNow >= Date.parse(startDate) - NEAR &&
    serviceNow <= Date.parse(endDate) + NEAR);

/** Milliseconds for which the calendar serves. */
export const calendarInterval = (
  tournaments: readonly Tournament[],
  serviceNow: Instant,
): number =>
  tournaments.some((tournament) => isNearby(tournament, serviceNow))
    ? CALENDAR_EVERY.near
    : CALENDAR_EVERY.quiet;
