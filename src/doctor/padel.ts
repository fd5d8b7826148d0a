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
import { errorSummary, findingsAbout, type Finding } from './finding.ts';

const ofService = findingsAbout('Data service');
const ofToken = findingsAbout('Padel token');
const ofRequests = findingsAbout('Requests');
const ofPlan = findingsAbout('Plan');
const ofQuota = findingsAbout('Quota');

type ServiceResponse = Extract<ServiceInspection, { readonly kind: 'answered' }>;

export const padelFindings = (
  inspection: ServiceInspection,
  apiUrl: string,
): readonly Finding[] => {
  if (inspection.kind === 'answered') {
    return [
      ofService.passed(`It accepts the token.`),
      ...lacks(inspection),
      minute(inspection),
      plan(inspection),
    ];
  }
  return [trouble(inspection, apiUrl)];
};

const BY_STATUS: Readonly<Record<number, Finding>> = {
  401: ofToken.failed(
    'The data service refuses it.',
    'Create a token on its token page and copy it to PADEL_API_TOKEN.',
  ),
  402: ofPlan.failed(
    'A limit of the plan is reached: the service refuses every request.',
    'Check your plan in your account there.',
  ),
  403: ofToken.failed(
    'The data service knows it, and refuses what it asks for (403).',
    'Create a token with all permissions on its token page and copy it to PADEL_API_TOKEN.',
  ),
  429: ofRequests.warned(
    'The requests of this minute are used up.',
    'Try again in a minute. Does another program use the token?',
  ),
};

const trouble = (
  inspection: Exclude<ServiceInspection, ServiceResponse>,
  apiUrl: string,
): Finding => {
  const { failed } = ofService;
  if (inspection.kind === 'unreachable') {
    const says = `It cannot be reached: ${errorSummary(inspection.cause)}.`;
    return failed(says, 'Check PADEL_API_URL and the network.');
  }
  const { status, proxy } = inspection;
  if (proxy !== null) {
    // Neither PADEL_API_URL nor the token is wrong.
    return failed(
      `Refused by the proxy in front of the service (${proxy}).`,
      "Try from another network, or ask the service to admit this machine's address and the User-Agent Bandeja.",
    );
  }
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 500) {
    return failed(
      `It answers with status ${status}.`,
      'It has problems: try again later. The bot can start and will wait for it.',
    );
  }
  return failed(
    `What answers at PADEL_API_URL is not the service (status ${status}).`,
    apiUrl.endsWith('/api')
      ? "Check PADEL_API_URL against the service's documentation."
      : "PADEL_API_URL must be the service's root and end in /api.",
  );
};

/** Requests of the bot in its first minute. */
const ENOUGH_REQUESTS = 20;

const minute = ({ limit, remaining }: ServiceResponse): Finding => {
  const { passed, warned } = ofRequests;
  if (remaining === null) return passed('Unknown: the service does not say how many it allows.');
  const of = limit === null ? '' : ` of ${limit}`;
  const says = `${remaining}${of} are left of this minute.`;
  return isShortOf(ENOUGH_REQUESTS, { remaining, limit })
    ? warned(says, 'Give every other program a token of its own.')
    : passed(says);
};

/** More say no more. */
const MAX_LACKS = 3;

const lacks = ({ lacks: found }: ServiceResponse): readonly Finding[] => {
  if (found.length === 0) return [];
  const says = `Its answers are not as expected: ${found.slice(0, MAX_LACKS).join('; ')}.`;
  return [ofService.warned(says, 'The bot goes on with the rest. Is there an update of it?')];
};

const FEATURES: Readonly<Record<PlanFeature, string>> = {
  live: 'live points',
  'match-stats': 'statistics of matches',
  'pair-stats': 'statistics of pairs',
  chances: 'chances of simulations',
};

const plan = ({ plan: found }: ServiceResponse): Finding => {
  const { passed, warned } = ofPlan;
  if (found.size === 0) {
    return warned('Not checked: too few requests are left.', 'Try again in a minute.');
  }
  const named = (has: boolean): string =>
    [...found].flatMap(([feature, is]) => (is === has ? [FEATURES[feature]] : [])).join(', ');
  const lacking = named(false);
  if (lacking === '') return passed(`It has ${named(true)}.`);
  const next = "The bot does without them, and says so. Points need the service's Pro plan.";
  return warned(`It lacks ${lacking}.`, next);
};

const LINE = 'npm run operator -- webhook resume';

/** Whether one of the service's webhook subscriptions matches the configuration. */
export const subscriptionFinding = (
  subscriptions: readonly InspectedSubscription[],
  secrets: readonly string[],
): Finding => {
  const { passed, warned, failed } = findingsAbout('Webhook secret');
  const subscription =
    subscriptions.find(({ signsWith }) => signsWith(secrets) === true) ?? subscriptions[0];
  if (subscription === undefined) {
    return passed('Not compared: the service does not show the webhook.');
  }
  const { id } = subscription;
  if (subscription.signsWith(secrets) === false) {
    return failed(
      `Webhook ${id} of the service signs with another secret than WEBHOOK_SECRET.`,
      "Copy the webhook's secret to WEBHOOK_SECRET.",
    );
  }
  if (subscription.isPaused) {
    return warned(`Webhook ${id} is paused: nothing is delivered.`, `${LINE} ${id}`);
  }
  return subscription.url === null
    ? warned(`Webhook ${id} has no address yet.`, `${LINE} ${id} --url https://…`)
    : passed(`Webhook ${id} signs with it.`);
};

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
  if (first === undefined) return ofQuota.passed(says);
  const hours = Math.ceil((first.until - now()) / HOUR);
  const priorities = refused.map(({ priority }) => priority).join(', ');
  return ofQuota.warned(
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
    ofQuota.warned(
      `The service allows ${limit} requests a minute, the configuration ${quota.perMinute} (plan ${quota.plan}).`,
      "Set PADEL_API_PLAN to the token's plan: free, pro or business.",
    ),
  ];
};
