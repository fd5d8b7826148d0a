import type { Category, Instant } from '../../../../src/domain/terms.ts';
import { HOUR, DAY } from '../../../../src/lib/time.ts';
import { mondayOf, utcDay, type Day } from '../schedule/days.ts';
import type { Profile } from '../profile.ts';
import { chance, randomFrom, wholeBetween } from '../random.ts';

/** The ranking is published every Monday at this hour (UTC), and is the same until the next one. */
const PUBLISHED = 10 * HOUR;

/** How often the women's ranking of the public service comes later than the men's, and by how many hours. */
const LATE = { odds: 0.4, least: 18, most: 49 } as const;

/** What may make a ranking late: the public service alone, and its women alone. */
export interface RankingOf {
  readonly category: Category;
  readonly profile: Profile;
}

/** When the ranking of a Monday is published. */
export const publishedAt = (monday: Day, { category, profile }: RankingOf): Instant => {
  const random = randomFrom('late ranking', monday);
  const isLate = profile === 'today' && category === 'women' && chance(random, LATE.odds);
  return (
    monday * DAY + PUBLISHED + (isLate ? wholeBetween(random, LATE.least, LATE.most) * HOUR : 0)
  );
};

/** The Monday whose ranking is the published one. */
export const rankingDayAt = (now: Instant, of: RankingOf): Day => {
  const monday = mondayOf(utcDay(now));
  return publishedAt(monday, of) <= now ? monday : monday - 7;
};

/** When the rankings after one instant and up to another are published. */
export const rankingsBetween = (
  after: Instant,
  until: Instant,
  profile: Profile,
): readonly Instant[] => {
  const first = mondayOf(utcDay(after));
  const weeks = Math.ceil((until - after) / (7 * DAY)) + 1;
  const all = Array.from({ length: weeks + 1 }, (_, week) => first + week * 7).flatMap((monday) =>
    (['men', 'women'] as const).map((category) => publishedAt(monday, { category, profile })),
  );
  return [...new Set(all)].filter((at) => after < at && at <= until).sort((a, b) => a - b);
};
