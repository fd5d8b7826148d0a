import { upcomingStart } from '../domain/match/expected-start.ts';
import { coverageOf } from '../domain/match/live-points.ts';
import { fewestPointsToSetEnd } from '../domain/match/situation.ts';
import type { TrackedMatch } from '../domain/match/state.ts';
import { isPlayOver, isPostponed, type Match } from '../domain/match/match.ts';
import type { Tournament } from '../domain/people/people.ts';
import type { Instant } from '../domain/terms.ts';
import { likelyOffset, matchOffset } from '../domain/match/venue-clock.ts';
import { MINUTE, HOUR, DAY } from '../lib/time.ts';

/**
 * How often the data service is polled, by what can have changed. The monthly quota is small (1.2
 * requests a minute on the ordinary plan): pushes cost nothing, and lists are read for what no push
 * reports.
 */

/** The stored matches, at a moment of the service's clock. */
export interface PacingInput {
  readonly serviceNow: Instant;
  readonly inPlay: readonly TrackedMatch[];
  readonly interrupted: readonly TrackedMatch[];
  readonly upcoming: readonly TrackedMatch[];
}

/**
 * Between two reads of the live list: `pushed` while each match in play is pushed, forty an hour. A start
 * is then announced within 90 seconds. `partly` while some are: one more read a minute; `alone` while none
 * is. The service asks for no more than one read each ten seconds (public service, "WebSockets").
 */
const LIST_INTERVALS_MS = {
  pushed: 90_000,
  partly: 36_000,
  alone: 20_000,
  safety: 30 * MINUTE,
} as const;

/** No point follows another sooner, and a set is told this long after its end though nothing is pushed of it. */
const POINT_MS = 20_000;
const SET_TOLD_MS = 40_000;

/**
 * How long a match may go without news. A channel may fall silent at any time, while those of other
 * matches go on: where the set can end soon, the list has to show whether it has. Changeovers and breaks
 * between sets come when whole games have to be won before the next end of a set: they cost no read.
 */
const trustedMs = ({ state }: TrackedMatch): number =>
  fewestPointsToSetEnd(state) * POINT_MS + SET_TOLD_MS;

/** Matches may start earlier than announced. */
const EARLY_MS = 10 * MINUTE;
/** A match that is this late is no longer expected to start. */
const MAX_LATE_MS = 8 * HOUR;
/** No match starts before this hour on the venue's clock, or after midnight. */
const FIRST_HOUR = 8;

/** Whether the live list may have a match, by the level of its tournament. */
export const isCovered = ({ tournament }: TrackedMatch): boolean =>
  coverageOf(tournament?.level ?? '') === 'points';

/** Hours into the match's day on the venue's clock; null where the day is unknown. */
const hoursIntoDay = (held: TrackedMatch, serviceNow: Instant): number | null => {
  const { playedOn } = held.match;
  if (playedOn === null) return null;
  return (serviceNow + likelyOffset(held) * MINUTE - Date.parse(`${playedOn}T00:00:00Z`)) / HOUR;
};

/** On the venue's clock, from midnight to two hours after the next midnight. */
const isOnItsDay = (held: TrackedMatch, serviceNow: Instant): boolean => {
  const hours = hoursIntoDay(held, serviceNow);
  return hours !== null && hours >= 0 && hours * HOUR <= DAY + 2 * HOUR;
};

const courtOf = ({ tournamentId, court, playedOn }: Match): string =>
  JSON.stringify([tournamentId, court, playedOn]);

/** Upcoming matches that may start now: by their time, or by the matches still to be played before them. */
export const dueToStart = ({ serviceNow, upcoming }: PacingInput): readonly TrackedMatch[] => {
  const firstOnCourt = new Map<string, number>();
  for (const { match } of upcoming) {
    if (match.court === null || match.courtOrder === null) continue;
    const first = firstOnCourt.get(courtOf(match)) ?? Infinity;
    firstOnCourt.set(courtOf(match), Math.min(first, match.courtOrder));
  }
  return upcoming.filter((held) => {
    const { match } = held;
    if (isPostponed(match.status)) return false;
    // A likely clock is for labels without an instant of the service.
    const start =
      upcomingStart(match, matchOffset(held)) ?? upcomingStart(match, likelyOffset(held));
    if (start !== null) {
      const isInTime = serviceNow >= start.at - EARLY_MS && serviceNow <= start.at + MAX_LATE_MS;
      // An estimate is twenty minutes off on average: on a free court the match may start earlier.
      if (isInTime || start.kind !== 'estimated') return isInTime;
    }
    const hours = hoursIntoDay(held, serviceNow);
    if (hours === null || hours < FIRST_HOUR || hours * HOUR > DAY) return false;
    const first = firstOnCourt.get(courtOf(match));
    return match.courtOrder === null || first === undefined || match.courtOrder <= first;
  });
};

/** Play goes on from the first hour of play to midnight, on the match's day or the next one. */
const mayGoOn = (held: TrackedMatch, serviceNow: Instant): boolean => {
  const hours = hoursIntoDay(held, serviceNow);
  if (hours === null || hours < 0 || hours * HOUR > 2 * DAY) return false;
  return hours % 24 >= FIRST_HOUR;
};

/** Matches in play, and those whose play may begin or go on now. */
const mayBeInPlay = (situation: PacingInput): readonly TrackedMatch[] => [
  ...situation.inPlay,
  ...situation.interrupted.filter((held) => mayGoOn(held, situation.serviceNow)),
  ...dueToStart(situation),
];

/** Whether pushes arrive: the socket is connected, and brings the points of a match in play. */
interface Pushes {
  readonly isConnected: boolean;
  readonly arrive: (held: TrackedMatch) => boolean;
  /** How long after the last read of the list the last push of a match came; 0 for none since then. */
  readonly pushedAfterMs: (held: TrackedMatch) => number;
}

/**
 * Milliseconds between two reads of the live list, which has all matches in play in one request.
 * Infinite while no match that it covers can be in play. One match that is not pushed is enough for a
 * shorter interval.
 */
export const listInterval = (situation: PacingInput, pushes: Pushes): number => {
  const { serviceNow, inPlay, upcoming } = situation;
  // No point follows in a match whose play is over, even if its record never comes.
  const isOpen = (held: TrackedMatch): boolean => isCovered(held) && !isPlayOver(held.state.status);
  if (!mayBeInPlay(situation).some(isOpen)) {
    const isToday = upcoming.some((held) => isCovered(held) && isOnItsDay(held, serviceNow));
    return isToday ? LIST_INTERVALS_MS.safety : Infinity;
  }
  const open = inPlay.filter(isOpen);
  const pushed = open.filter(pushes.arrive);
  if (!pushes.isConnected || (pushed.length === 0 && open.length > 0))
    return LIST_INTERVALS_MS.alone;
  if (pushed.length < open.length) return LIST_INTERVALS_MS.partly;
  const trusted = open.map((held) => pushes.pushedAfterMs(held) + trustedMs(held));
  return Math.min(LIST_INTERVALS_MS.pushed, ...trusted);
};

/**
 * How many matches may bring a result soon: those in play or without their final record since they
 * ended, interrupted ones that may go on now, and those due to start.
 */
export const possibleResults = (situation: PacingInput): number => mayBeInPlay(situation).length;

/** The same with those that are still to start today: requests are kept for the result of each. */
export const resultsToday = (situation: PacingInput): number =>
  new Set([
    ...mayBeInPlay(situation),
    ...situation.upcoming.filter((held) => isOnItsDay(held, situation.serviceNow)),
  ]).size;

/** Whether a match that may be in play is in a draw that the live list has only on request. */
export const needsAllDraws = (situation: PacingInput): boolean =>
  mayBeInPlay(situation).some((held) => isCovered(held) && (held.match.draw ?? 'main') !== 'main');

/**
 * Between two reads of the current tournaments' matches. `play`: times move, results come; `alone`:
 * nothing else shows starts and ends; `order`: tomorrow's order of play is published.
 */
const SCHEDULE_INTERVALS_MS = {
  alone: 3 * MINUTE,
  play: 8 * MINUTE,
  order: 30 * MINUTE,
  idle: 2 * HOUR,
} as const;

/** Organisers publish the next day's order of play between these hours of the venue's clock. */
const ORDER_HOURS = { from: 14, to: 24 } as const;

/**
 * Milliseconds between two reads of the schedule.
 * @param hasList whether the plan has the live list: without it only the schedule shows starts
 */
export const scheduleInterval = (situation: PacingInput, hasList: boolean): number => {
  const { serviceNow, upcoming } = situation;
  const current = mayBeInPlay(situation);
  // Only the schedule shows matches that the list does not cover.
  if (current.some((held) => !hasList || !isCovered(held))) return SCHEDULE_INTERVALS_MS.alone;
  if (current.length > 0) return SCHEDULE_INTERVALS_MS.play;
  const hours = upcoming.map((held) => hoursIntoDay(held, serviceNow) ?? 0);
  // Today's order of play may change from the morning on.
  if (hours.some((hour) => hour >= FIRST_HOUR - 1 && hour * HOUR <= DAY))
    return SCHEDULE_INTERVALS_MS.play;
  const isEve = hours.some((hour) => hour >= ORDER_HOURS.from - 24 && hour < ORDER_HOURS.to - 24);
  return isEve ? SCHEDULE_INTERVALS_MS.order : SCHEDULE_INTERVALS_MS.idle;
};

/** Between two reads of the calendar: where there is a webhook, it reports changes at once. */
const CALENDAR_INTERVALS_MS = { near: 3 * HOUR, quiet: 6 * HOUR } as const;

/** How long before and after its dates a tournament is near. */
const NEAR_MS = 2 * DAY;

/** Whether a tournament is on, starts or has ended within two days. */
const isNearby = ({ startDate, endDate, status }: Tournament, serviceNow: Instant): boolean =>
  status === 'live' ||
  (startDate !== null &&
    endDate !== null &&
    serviceNow >= Date.parse(startDate) - NEAR_MS &&
    serviceNow <= Date.parse(endDate) + NEAR_MS);

/** Milliseconds for which a read of the calendar stays valid. */
export const calendarInterval = (tournaments: readonly Tournament[], serviceNow: Instant): number =>
  tournaments.some((tournament) => isNearby(tournament, serviceNow))
    ? CALENDAR_INTERVALS_MS.near
    : CALENDAR_INTERVALS_MS.quiet;
