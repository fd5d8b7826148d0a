import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE, HOUR, DAY } from '../../../../src/lib/time.ts';
import { instantAt, localDay, offsetAt } from './days.ts';
import { clockLabel } from './court-slots.ts';
import { isCovered, type Match } from '../model.ts';
import { pickFrom, randomFrom } from '../random.ts';
import { isMatchVisible, slotAt } from '../records/visible.ts';

/** What a match is expected to last, and what lies between two on a court (service-today, "times"). */
const DURATION = 83 * MINUTE;
const TURNAROUND = 15 * MINUTE;

/** Estimates are rounded down to this. */
const GRAIN = 30 * MINUTE;

/** The time that the order of play announces for a match; null without one. */
export const announcedStart = (match: Match, at: Instant): Instant | null => {
  const slot = slotAt(match, at);
  if (typeof slot?.announced !== 'number') return null;
  return instantAt(slot.day, slot.announced, match.tournament.host.timezone);
};

/** How far, in minutes, the service's guess is from a time that is still to be announced. */
const GUESSES = [-60, -30, -30, 0, 0, 30, 30, 60] as const;

/** What the service guesses each hour, as long as a court is published and its time is not. */
const guessAt = (match: Match, at: Instant): Instant | null => {
  const { slot, formerSlot, published, labelled = published, seed, tournament } = match;
  const { day, announced } = formerSlot?.slot ?? slot ?? { day: 0, announced: null };
  if (announced === null || at < published || at >= labelled) return null;
  const wrong = pickFrom(randomFrom(seed, 'guess', Math.floor(at / HOUR)), GUESSES);
  return instantAt(day, announced + wrong, tournament.host.timezone);
};

/** Whether the start of a match is known: only covered ones are shown before their end. */
export const hasStarted = ({ started, closed, tournament }: Match, at: Instant): boolean =>
  closed <= at || (started !== null && started <= at && isCovered(tournament.level));

/** Unplayed matches take no time on a court once that is known. */
const isUnplayed = ({ started, closed }: Match, at: Instant): boolean =>
  started === null && closed <= at;

/** The start of a match in a court's chain and how long the court is taken, as known at an instant. */
const spanOf = (
  match: Match,
  expected: Instant | null,
  at: Instant,
): { readonly start: Instant; readonly end: Instant } | null => {
  const { started, ended, tournament, closed } = match;
  const isSeen = isCovered(tournament.level) && started !== null && started <= at;
  if (isSeen) {
    const isOver = ended !== null && closed <= at;
    return { start: started, end: isOver ? ended : Math.max(started + DURATION, at) };
  }
  const announced = announcedStart(match, at) ?? guessAt(match, at);
  const start = announced ?? expected;
  return start === null ? null : { start, end: Math.max(start + DURATION, at) };
};

/**
 * The start that the service expects of a match which has no announced time, worked out at an instant
 * from the chain of its court: the last start that is known, then a usual duration and a turnaround
 * for each match, rounded down to the half hour. Null without any known time, and beyond midnight.
 * @param today the matches of the tournament that may be on the court that day
 */
const estimateAt = (match: Match, today: readonly Match[], at: Instant): Instant | null => {
  const slot = slotAt(match, at);
  if (slot?.announced !== null || hasStarted(match, at)) return null;
  const guess = guessAt(match, at);
  if (guess !== null) return guess;
  const orderOf = (each: Match): number => slotAt(each, at)?.order ?? 0;
  const before = today
    .filter((each) => {
      const other = slotAt(each, at);
      return (
        isMatchVisible(each, at) &&
        other?.day === slot.day &&
        other.court === slot.court &&
        other.order < slot.order &&
        !isUnplayed(each, at)
      );
    })
    .sort((a, b) => orderOf(a) - orderOf(b));

  let free: Instant | null = null;
  for (const each of before) {
    const span = spanOf(each, free, at);
    free = span === null ? null : span.end + TURNAROUND;
  }
  if (free === null) return null;
  const rounded = Math.floor(free / GRAIN) * GRAIN;
  return localDay(rounded, match.tournament.host.timezone) === slot.day ? rounded : null;
};

/** An estimate and when it last changed. */
export interface Estimate {
  readonly start: Instant;
  readonly since: Instant;
}

/**
 * The estimate that is shown at an instant: that of the last full hour since the order of play was
 * published. None for a match that has an announced time or has begun meanwhile.
 */
export const estimateShown = (
  match: Match,
  today: readonly Match[],
  now: Instant,
): Estimate | null => {
  const hour = Math.floor(now / HOUR) * HOUR;
  if (slotAt(match, now)?.announced !== null || hasStarted(match, now)) return null;
  const of = (at: Instant): Instant | null =>
    at < match.published ? null : estimateAt(match, today, at);
  const start = of(hour);
  if (start === null) return null;
  let since = hour;
  while (since > hour - DAY && of(since - HOUR) === start) since -= HOUR;
  return { start, since };
};

/** `Estimated around 12:30 PM`, on the clocks of the place. */
export const estimateLabel = (start: Instant, timezone: string): string => {
  const minutes = Math.floor((start + offsetAt(timezone, start)) / MINUTE) % (24 * 60);
  return `Estimated around ${clockLabel(minutes, false)}`;
};
