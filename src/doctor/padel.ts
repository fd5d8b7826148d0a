import type {
  InspectedSubscription,
  PlanFeature,
  ServiceInspection,
} from '../padel-api/inspection.ts';
import { beware, well, wrong, type Finding } from './finding.ts';
import { whyOf } from './why.ts';

const SERVICE = 'Data service';

type Answered = Extract<ServiceInspection, { readonly kind: 'answered' }>;

/** Describes what the padel data service says of the token. */
export const padelFindings = (
  inspection: ServiceInspection,
  apiUrl: string,
): readonly Finding[] => {
  if (inspection.kind === 'answered') {
    return [well(SERVICE, `It takes the token.`), minute(inspection), ...plan(inspection)];
  }
  return [trouble(inspection, apiUrl)];
};

const trouble = (inspection: Exclude<ServiceInspection, Answered>, apiUrl: string): Finding => {
  switch (inspection.kind) {
    case 'refused':
      return wrong(
        'Padel token',
        'The data service refuses it.',
        'Make a token on its token page, and copy it into PADEL_API_TOKEN.',
      );
    case 'exhausted':
      return wrong(
        'Plan',
        'A limit of the plan is reached: the service gives nothing at all.',
        'Look at the plan on the pages of the service.',
      );
    case 'limited':
      return beware(
        'Requests',
        'The requests of this minute are used up.',
        'Ask me again in a minute. Who else uses the token?',
      );
    case 'failing':
      return wrong(
        SERVICE,
        `It answers with status ${inspection.status}.`,
        'It is in trouble: try again later. The bot could start, and would wait for it.',
      );
    case 'elsewhere':
      return wrong(
        SERVICE,
        `What answers at PADEL_API_URL is not the service (status ${inspection.status}).`,
        apiUrl.endsWith('/api')
          ? 'Compare PADEL_API_URL with the pages of the service.'
          : 'PADEL_API_URL is the root of the service with /api at its end.',
      );
    case 'unreachable':
      return wrong(
        SERVICE,
        `It cannot be reached: ${whyOf(inspection.cause)}.`,
        'Compare PADEL_API_URL with the pages of the service, and check the network.',
      );
  }
};

/** Requests of the bot in its first minute. */
const ENOUGH_REQUESTS = 20;

const minute = ({ limit, remaining }: Answered): Finding => {
  const about = 'Requests';
  if (remaining === null) return well(about, 'The service does not say how many it allows.');
  const of = limit === null ? '' : ` of ${limit}`;
  const says = `${remaining}${of} are left of this minute.`;
  return remaining < ENOUGH_REQUESTS
    ? beware(about, says, 'A token is for one bot: give every other program one of its own.')
    : well(about, says);
};

const FEATURES: Readonly<Record<PlanFeature, string>> = {
  live: 'live points',
  'match-stats': 'statistics of matches',
  'pair-stats': 'statistics of pairs',
  chances: 'chances of simulations',
};

const plan = ({ plan: found }: Answered): readonly Finding[] => {
  if (found.size === 0) {
    return [
      beware('Plan', 'Not looked at: too few requests are left.', 'Ask me again in a minute.'),
    ];
  }
  const named = (has: boolean): string =>
    [...found].flatMap(([feature, is]) => (is === has ? [FEATURES[feature]] : [])).join(', ');
  const lacking = named(false);
  return [
    lacking === ''
      ? well('Plan', `It has ${named(true)}.`)
      : beware(
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
    return well(about, 'Not compared: the service does not show the subscription.');
  }
  const { id } = subscription;
  if (subscription.signsWith(secrets) === false) {
    return wrong(
      about,
      `Subscription ${id} of the service signs with another secret than WEBHOOK_SECRET.`,
      'Copy the secret of the subscription into WEBHOOK_SECRET.',
    );
  }
  if (subscription.isPaused) {
    return beware(about, `Subscription ${id} is paused: nothing is delivered.`, '/webhook resume');
  }
  return subscription.url === null
    ? beware(about, `Subscription ${id} has no address yet.`, '/webhook address')
    : well(about, `Subscription ${id} signs with it.`);
};
