import type {
  InspectedSubscription,
  PlanFeature,
  ServiceInspection,
} from '../padel-api/inspection/inspection.ts';
import { warned, passed, failed, errorSummary, type Finding } from './finding.ts';

const SERVICE = 'Data service';

type ServiceResponse = Extract<ServiceInspection, { readonly kind: 'answered' }>;

export const padelFindings = (
  inspection: ServiceInspection,
  apiUrl: string,
): readonly Finding[] => {
  if (inspection.kind === 'answered') {
    return [passed(SERVICE, `It accepts the token.`), minute(inspection), ...plan(inspection)];
  }
  return [trouble(inspection, apiUrl)];
};

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
  return remaining < ENOUGH_REQUESTS
    ? warned(about, says, 'Give every other program a token of its own.')
    : passed(about, says);
};

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
    return warned(about, `Webhook ${id} is paused: nothing is delivered.`, '/webhook resume');
  }
  return subscription.url === null
    ? warned(about, `Webhook ${id} has no address yet.`, '/webhook address')
    : passed(about, `Webhook ${id} signs with it.`);
};
