import { MINUTE, HOUR, DAY, SECOND } from '#src/lib/time.ts';
import { chance, normal, randomFrom, wholeBetween } from '#sandbox/padel-service/world/random.ts';

/**
 * A month of the calendar (padel-facts, "A believable season"): a P1 and a P2 of seven days, at the same
 * time as one of them an FIP event without live points, and two weeks of FIP Gold and Silver beside each
 * other. All are played in Italy.
 */

/** Italy's offset from UTC in June, minutes. */
const OFFSET = 120;
export const MONTH_BEGINS = Date.UTC(2026, 5, 1);
export const DAYS = 30;

export interface MonthTournament {
  readonly id: number;
  readonly name: string;
  readonly level: string;
  readonly startDate: string;
  readonly endDate: string;
}

export interface MonthMatch {
  readonly id: number;
  readonly tournament: MonthTournament;
  readonly date: string;
  readonly court: string;
  readonly courtOrder: number;
  /** When the order of play with its court and time is published. */
  readonly publishedAt: number;
  /** The announced time, and the time after a change. */
  readonly label: string;
  readonly moved: { readonly at: number; readonly label: string } | null;
  readonly beginsAt: number;
  readonly endsAt: number;
  /** When its final score becomes readable; infinite for a match that the service never ends. */
  readonly confirmedAt: number;
  /** When its first push comes; null for a level without pushes. */
  readonly firstPushAt: number | null;
}

export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Courts and matches of each day, from the first round to the final. */
const DAYS_OF_PLAY = [
  { courts: 5, matches: 14 },
  { courts: 5, matches: 22 },
  { courts: 5, matches: 20 },
  { courts: 3, matches: 12 },
  { courts: 2, matches: 8 },
  { courts: 1, matches: 4 },
  { courts: 1, matches: 2 },
] as const;

export const tournament = (
  id: number,
  level: string,
  firstDay: number,
  days: number,
): MonthTournament => ({
  id,
  name: `Open ${id}`,
  level,
  startDate: dateOf(MONTH_BEGINS + firstDay * DAY),
  endDate: dateOf(MONTH_BEGINS + (firstDay + days - 1) * DAY),
});

export const hasPoints = ({ level }: MonthTournament): boolean => !level.startsWith('fip_');

export const TOURNAMENTS = [
  tournament(1, 'p1', 3, 7),
  tournament(2, 'fip_gold', 5, 5),
  tournament(3, 'p2', 17, 7),
  tournament(4, 'fip_gold', 11, 5),
  tournament(5, 'fip_silver', 11, 5),
  tournament(6, 'fip_gold', 25, 5),
  tournament(7, 'fip_silver', 25, 5),
] as const;

/**
 * On average a first match starts 11 minutes late, and 19 minutes lie between two matches on a court
 * (padel-facts).
 */
const LATE = 11 * MINUTE;
const BETWEEN = 19 * MINUTE;
/** A start that is not pushed is found in the live list. */
const UNPUSHED = 0.1;
const MOVED = 0.05;

/** Final records are written in the minutes that end in 1 and 6, a few seconds late. */
const batchAfter = (at: number): number =>
  Math.ceil((at - MINUTE) / (5 * MINUTE)) * 5 * MINUTE + MINUTE + 5 * SECOND;

const playOn = (own: MonthTournament, stuckOn?: string): readonly MonthMatch[] => {
  const random = randomFrom('month', own.id);
  const confirmed = randomFrom('final records', own.id);
  const matches: MonthMatch[] = [];
  const first = Date.parse(own.startDate);
  const isCovered = hasPoints(own);
  const days = Math.round((Date.parse(own.endDate) - first) / DAY) + 1;
  for (const [day, { courts, matches: count }] of DAYS_OF_PLAY.slice(0, days).entries()) {
    const midnight = first + day * DAY - OFFSET * MINUTE;
    for (let court = 0; court < courts; court += 1) {
      let freeAt = midnight + 10 * HOUR + LATE;
      const ofCourt = Math.ceil((count - court) / courts);
      for (let order = 1; order <= ofCourt; order += 1) {
        // The evening session starts at six.
        const isEvening = order === 4;
        if (isEvening) freeAt = Math.max(freeAt, midnight + 18 * HOUR);
        const beginsAt = freeAt;
        const length = Math.min(170, Math.max(50, normal(random, 88, 26))) * MINUTE;
        const endsAt = beginsAt + length;
        freeAt = endsAt + BETWEEN;
        const label =
          order === 1 ? 'Starting at 10:00 AM' : isEvening ? 'Not before 6:00 PM' : 'Followed by';
        const date = dateOf(first + day * DAY);
        const isStuck = date === stuckOn && court === 0 && order === 1;
        const isMoved = order > 1 && chance(random, MOVED);
        const movedAt = beginsAt - wholeBetween(random, 40, 150) * MINUTE;
        matches.push({
          id: own.id * 1_000 + matches.length + 1,
          tournament: own,
          date,
          court: `Court ${court + 1}`,
          courtOrder: order,
          publishedAt: midnight - 5 * HOUR,
          label,
          moved: isMoved ? { at: movedAt, label: 'Not before 5:30 PM' } : null,
          beginsAt,
          endsAt,
          confirmedAt: isStuck ? Infinity : batchAfter(endsAt + (4 + 11 * confirmed()) * MINUTE),
          firstPushAt: isCovered ? beginsAt + (chance(random, UNPUSHED) ? 15 * MINUTE : 0) : null,
        });
      }
    }
  }
  return matches;
};

/** Tournaments and their matches. */
export interface World {
  readonly tournaments: readonly MonthTournament[];
  readonly matches: readonly MonthMatch[];
}

/** @param stuckOn a day on which the first match of each tournament stays in play for good */
export const worldOf = (tournaments: readonly MonthTournament[], stuckOn?: string): World => ({
  tournaments,
  matches: tournaments.flatMap((own) => playOn(own, stuckOn)),
});

const isStuck = ({ confirmedAt }: MonthMatch): boolean => confirmedAt === Infinity;

export const statusOf = (match: MonthMatch, now: number): string => {
  if (now >= match.confirmedAt) return 'finished';
  if (now >= match.endsAt && !isStuck(match)) return 'ended';
  // Without coverage, a match goes from scheduled to its result.
  return now >= match.beginsAt && match.firstPushAt !== null ? 'live' : 'scheduled';
};

export const labelOf = ({ publishedAt, label, moved }: MonthMatch, now: number): string | null => {
  if (now < publishedAt) return null;
  return moved !== null && now >= moved.at ? moved.label : label;
};

/** When a match last changed, by the service's date. */
export const updatedAt = (match: MonthMatch, now: number): number =>
  Math.max(
    ...[
      match.publishedAt,
      match.moved?.at ?? 0,
      match.firstPushAt === null ? 0 : match.beginsAt,
      match.endsAt,
      match.confirmedAt,
    ].filter((at) => at <= now),
    0,
  );

/** `GET /live` lists a match until ten minutes after its end. */
export const isListed = (match: MonthMatch, now: number): boolean =>
  match.firstPushAt !== null &&
  now >= match.beginsAt &&
  (isStuck(match) || now < match.endsAt + 10 * MINUTE);
