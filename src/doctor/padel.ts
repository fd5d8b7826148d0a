import type { Config } from '../config.ts';
import { HOUR } from '../lib/time.ts';
import {
  isShortOf,
  type InspectedSubscription,
  type PlanFeature,
  type ServiceInspection,
} from '../padel-api/inspection.ts';
import { createDayQuota, refusedBy, USED_SHARE } from '../padel-api/quota/day-quota.ts';
import type { CountedQuota } from '../store/inspection/inspection.ts';
import { warned, passed, failed, errorSummary, type Finding } from './finding.ts';

const SERVICE = 'Data service';

type ServiceResponse = Extract<ServiceInspection, { readonly kind: 'answered' }>;

export const padelFindings = (
  inspection: ServiceInspection,
  apiUrl: string,
): readonly Finding[] => {
  if (inspection.kind === 'answered') {
    return [
      passed(SERVICE, `It accepts the token.`),
      ...lacks(inspection),
      minute(inspection),
      ...plan(inspection),
    ];
  }
  return [trouble(inspection, apiUrl)];
};

/** Neither PADEL_API_URL nor the token is wrong. */
const PROXY_NEXT =
  "Try from another network, or ask the service to admit this machine's address and the User-Agent Bandeja.";

const trouble = (
  inspection: Exclude<ServiceInspection, ServiceResponse>,
  apiUrl: string,
): Finding => {
  switch (inspection.kind) {
    case 'refused':
      return failed(
        'Padel token',
        'The data service refuses it.',
        'Create a token on its token page and copy it to PADEL_API_TOKEN.',
      );
    case 'forbidden':
      return failed(
        'Padel token',
        'The data service knows it, and refuses what it asks for (403).',
        'Create a token with all permissions on its token page and copy it to PADEL_API_TOKEN.',
      );
    case 'proxy':
      return failed(
        SERVICE,
        `Refused by the proxy in front of the service (${inspection.name}).`,
        PROXY_NEXT,
      );
    case 'exhausted':
      return failed(
        'Plan',
        'A limit of the plan is reached: the service refuses every request.',
        'Check your plan in your account there.',
      );
    case 'limited':
      return warned(
        'Requests',
        'The requests of this minute are used up.',
        'Try again in a minute. Does another program use the token?',
      );
    case 'failing':
      return failed(
        SERVICE,
        `It answers with status ${inspection.status}.`,
        'It has problems: try again later. The bot can start and will wait for it.',
      );
    case 'elsewhere':
      return failed(
        SERVICE,
        `What answers at PADEL_API_URL is not the service (status ${inspection.status}).`,
        apiUrl.endsWith('/api')
          ? "Check PADEL_API_URL against the service's documentation."
          : "PADEL_API_URL must be the service's root and end in /api.",
      );
    case 'unreachable':
      return failed(
        SERVICE,
        `It cannot be reached: ${errorSummary(inspection.cause)}.`,
        'Check PADEL_API_URL and the network.',
      );
  }
};

/** Requests of the bot in its first minute. */
const ENOUGH_REQUESTS = 20;

const minute = ({ limit, remaining }: ServiceResponse): Finding => {
  const about = 'Requests';
  if (remaining === null)
    return passed(about, 'Unknown: the service does not say how many it allows.');
  const of = limit === null ? '' : ` of ${limit}`;
  const says = `${remaining}${of} are left of this minute.`;
  return isShortOf(ENOUGH_REQUESTS, { remaining, limit })
    ? warned(about, says, 'Give every other program a token of its own.')
    : passed(about, says);
};

/** More say no more. */
const MAX_LACKS = 3;

const lacks = ({ lacks: found = [] }: ServiceResponse): readonly Finding[] =>
  found.length === 0
    ? []
    : [
        warned(
          SERVICE,
          `Its answers are not as expected: ${found.slice(0, MAX_LACKS).join('; ')}.`,
          'The bot goes on with the rest. Is there an update of it?',
        ),
      ];

const FEATURES: Readonly<Record<PlanFeature, string>> = {
  live: 'live points',
  'match-stats': 'statistics of matches',
  'pair-stats': 'statistics of pairs',
  chances: 'chances of simulations',
};

const plan = ({ plan: found }: ServiceResponse): readonly Finding[] => {
  if (found.size === 0) {
    return [warned('Plan', 'Not checked: too few requests are left.', 'Try again in a minute.')];
  }
  const named = (has: boolean): string =>
    [...found].flatMap(([feature, is]) => (is === has ? [FEATURES[feature]] : [])).join(', ');
  const lacking = named(false);
  return [
    lacking === ''
      ? passed('Plan', `It has ${named(true)}.`)
      : warned(
          'Plan',
          `It lacks ${lacking}.`,
          "The bot does without them, and says so. Points need the service's Pro plan.",
        ),
  ];
};

const LINE = 'npm run operator -- webhook resume';

/** Whether one of the service's webhook subscriptions matches the configuration. */
export const subscriptionFinding = (
  subscriptions: readonly InspectedSubscription[],
  secrets: readonly string[],
): Finding => {
  const about = 'Webhook secret';
  const subscription =
    subscriptions.find(({ signsWith }) => signsWith(secrets) === true) ?? subscriptions[0];
  if (subscription === undefined) {
    return passed(about, 'Not compared: the service does not show the webhook.');
  }
  const { id } = subscription;
  if (subscription.signsWith(secrets) === false) {
    return failed(
      about,
      `Webhook ${id} of the service signs with another secret than WEBHOOK_SECRET.`,
      "Copy the webhook's secret to WEBHOOK_SECRET.",
    );
  }
  if (subscription.isPaused) {
    return warned(about, `Webhook ${id} is paused: nothing is delivered.`, `${LINE} ${id}`);
  }
  return subscription.url === null
    ? warned(about, `Webhook ${id} has no address yet.`, `${LINE} ${id} --url https://…`)
    : passed(about, `Webhook ${id} signs with it.`);
};

const QUOTA = 'Quota';

type Quota = Config['padel']['quota'];

/** What is left of day and month by the database's counts; null before the first start: all of it. */
export const quotaFinding = (
  { perDay, perMonth }: Quota,
  counted: CountedQuota | null,
  now: () => number,
): Finding => {
  const { days, tournaments } = counted ?? { days: [], tournaments: [] };
  const quota = createDayQuota({
    ...{ perDay, perMonth, now },
    spending: { days },
    calendar: () => tournaments,
  });
  const [day, month] = [quota.day(), quota.month()];
  const says =
    `${day.left ?? 0} of ${day.limit ?? 0} requests are left for today, ` +
    `${month.left ?? 0} of ${month.limit ?? 0} for this month. ` +
    `Of ${perDay} a day and ${perMonth} a month the bot uses ${USED_SHARE * 100} %.`;
  const refused = refusedBy(quota.spent);
  const [first] = refused;
  if (first === undefined) return passed(QUOTA, says);
  const hours = Math.ceil((first.until - now()) / HOUR);
  const priorities = refused.map(({ priority }) => priority).join(', ');
  return warned(
    QUOTA,
    `${says} Refused: ${priorities}.`,
    `Pushes continue; the next such request is in ${hours} h. A larger plan has more (PADEL_API_PLAN).`,
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
      QUOTA,
      `The service allows ${limit} requests a minute, the configuration ${quota.perMinute} (plan ${quota.plan}).`,
      "Set PADEL_API_PLAN to the token's plan: free, pro or business.",
    ),
  ];
};
