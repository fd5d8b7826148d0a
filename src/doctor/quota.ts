import type { Config } from '../config.ts';
import { HOUR } from '../lib/time.ts';
import { createDayQuota } from '../padel-api/quota/day-quota.ts';
import type { CountedQuota } from '../store/inspection/quota.ts';
import { warned, passed, type Finding } from './finding.ts';

const ABOUT = 'Quota';

type Quota = Config['padel']['quota'];

/** What is left of day and month by the database's counts; null before the first start. */
export const quotaFinding = (
  { perDay, perMonth }: Quota,
  counted: CountedQuota | null,
  now: () => number,
): Finding => {
  if (counted === null) {
    return passed(ABOUT, `No requests yet, of ${perDay} a day and ${perMonth} a month.`);
  }
  const { days, tournaments } = counted;
  const quota = createDayQuota({
    ...{ perDay, perMonth, now },
    before: days,
    calendar: () => tournaments,
  });
  const [day, month] = [quota.day(), quota.month()];
  const says =
    `${day.left ?? 0} of ${day.limit ?? 0} requests are left for today, ` +
    `${month.left ?? 0} of ${month.limit ?? 0} for this month.`;
  if (quota.left('person') > 0) return passed(ABOUT, says);
  const hours = Math.ceil((quota.spent().until - now()) / HOUR);
  return warned(
    ABOUT,
    says,
    `Pushes continue; the next request is in ${hours} h. A larger plan has more (PADEL_API_PLAN).`,
  );
};

/**
 * Whether the service's limit matches the configuration.
 * @param limit requests per minute by the service; null when it does not say
 */
export const planFindings = (quota: Quota, limit: number | null): readonly Finding[] => {
  if (limit === null || limit >= quota.perMinute) return [];
  return [
    warned(
      ABOUT,
      `The service allows ${limit} requests a minute, the configuration ${quota.perMinute} (plan ${quota.plan}).`,
      "Set PADEL_API_PLAN to the token's plan: free, pro or business.",
    ),
  ];
};
