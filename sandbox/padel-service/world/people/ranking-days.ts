import type { Instant } from '../../../../src/domain/terms.ts';
import { HOUR, DAY } from '../../../../src/lib/time.ts';
import { mondayOf, utcDay, type Day } from '../schedule/days.ts';

/** The ranking is published every Monday at this hour (UTC), and is the same until the next one. */
const PUBLISHED = 10 * HOUR;

/** The Monday whose ranking is the published one. */
export const rankingDayAt = (now: Instant): Day => mondayOf(utcDay(now - PUBLISHED));

/** When the ranking of a Monday is published. */
export const publishedAt = (monday: Day): Instant => monday * DAY + PUBLISHED;

/** When the rankings after one instant and up to another are published. */
export const rankingsBetween = (after: Instant, until: Instant): readonly Instant[] => {
  const first = rankingDayAt(after) + 7;
  const count = Math.max(0, (rankingDayAt(until) - first) / 7 + 1);
  return Array.from({ length: count }, (_, week) => publishedAt(first + week * 7));
};
