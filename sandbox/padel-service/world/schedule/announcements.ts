import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE, HOUR, DAY } from '../../../../src/lib/time.ts';
import { firstMondayOf, type Day } from './days.ts';
import type { Level } from '../model.ts';
import { randomFrom, wholeBetween } from '../random.ts';

/** How many days before its first Monday, and at which hour, the main calendar of a season is published. */
const MAIN = { daysBefore: 30, hour: 11 } as const;

/** Lower events are published one by one, this many days before they start. */
const LOWER: ReadonlySet<Level> = new Set([
  'fip_platinum',
  'fip_gold',
  'fip_other',
  'fip_silver',
  'fip_bronze',
]);
const LOWER_DAYS = { least: 40, most: 70 } as const;

/** From what day on all tournaments that are announced on a day are worked out. */
export const CALENDAR_AHEAD = LOWER_DAYS.most + 1;

/** Office hours in UTC. */
const OFFICE = { least: 8, most: 16 } as const;

/** When a tournament appears in the calendar. */
export const announcedAt = ({
  seed,
  season,
  level,
  start,
  index,
}: {
  readonly seed: number;
  readonly season: number;
  readonly level: Level;
  readonly start: Day;
  /** Its place among those of the season. */
  readonly index: number;
}): Instant => {
  const main = (firstMondayOf(season) - MAIN.daysBefore) * DAY + MAIN.hour * HOUR;
  if (!LOWER.has(level)) return main;
  const random = randomFrom(seed, 'announced', season, index);
  const day = start - wholeBetween(random, LOWER_DAYS.least, LOWER_DAYS.most);
  const hour = wholeBetween(random, OFFICE.least, OFFICE.most);
  const announced = day * DAY + hour * HOUR + wholeBetween(random, 0, 59) * MINUTE;
  return Math.max(main, announced);
};
