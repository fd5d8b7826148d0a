import { SPECIFIED_EVENTS, WEBHOOK_EVENTS, type Webhook } from '../domain/webhook.ts';
import { UsageError } from '../lib/usage-error.ts';
import type { WebhookChange, WebhookEndpoints } from '../padel-api/endpoints/webhooks.ts';
import {
  ifFound,
  isOneOf,
  NotFound,
  NotInPlan,
  RequestRefused,
  ServiceDown,
  UnreadableAnswer,
} from '../padel-api/errors.ts';

type Api = WebhookEndpoints;

/** In the specification an account has one webhook, with this id, and no list. */
const SPECIFIED_ID = 1;

/** The account's webhooks; undefined when the service does not list them. */
const allOf = (api: Api): Promise<readonly Webhook[] | undefined> => ifFound(api.webhooks());

const idIn = (typed: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new UsageError(`"${typed}" is no webhook number`);
  return Number(typed);
};

/** @throws an error when no id was typed, unless there is exactly one webhook */
const idChosen = async (api: Api, typed: string): Promise<number> => {
  if (typed !== '') return idIn(typed);
  const all = await allOf(api);
  if (all === undefined) return SPECIFIED_ID;
  const [only, ...others] = all;
  if (only === undefined) throw new Error('the data service has no webhook: create one');
  if (others.length === 0) return only.id;
  throw new Error(`there are several webhooks, name one: ${all.map(({ id }) => id).join(', ')}`);
};

/** @throws UsageError for a URL that the service would not deliver to */
const addressIn = (typed: string): string => {
  const url = URL.parse(typed);
  if (url?.protocol === 'https:' && url.href.length <= 500) return url.href;
  throw new UsageError('the address should be like https://your.host/webhooks/padel');
};

/** Requests all events, then the specified ones: a service that does not know the others refuses them. */
const withEvents = <T>(ask: (change: Pick<Required<WebhookChange>, 'events'>) => Promise<T>) =>
  ask({ events: WEBHOOK_EVENTS }).catch((error: unknown) => {
    if (error instanceof RequestRefused) return ask({ events: SPECIFIED_EVENTS });
    throw error;
  });

/** The webhook in a line, without the parts of its address that may be secret: password and query. */
const lineOf = ({ id, url: stored, events }: Webhook): string => {
  const url = URL.parse(stored ?? '');
  const query = url === null || url.search === '' ? '' : '?…';
  const address = url === null ? 'no address' : `${url.origin}${url.pathname}${query}`;
  return `Webhook ${id}: ${address}, ${events.length === 0 ? 'paused' : events.join(' ')}`;
};

/** A line for `.env`, where `#` starts a comment. */
const envLine = (secret: string): string => {
  const isPlain = /^[\w.+/=:@%-]+$/.test(secret);
  const quote = isPlain ? '' : (["'", '"', '`'].find((each) => !secret.includes(each)) ?? "'");
  return `WEBHOOK_SECRET=${quote}${secret}${quote}`;
};

const whyNotCreated = (error: unknown): string | null => {
  if (error instanceof NotInPlan) return "new webhooks need the data service's Business plan";
  if (error instanceof NotFound) return 'this data service creates none: use its website';
  return isOneOf(ServiceDown, UnreadableAnswer)(error)
    ? 'no answer came, so the webhook may exist: look with "webhook list", and delete it then, because its secret is shown only once'
    : null;
};

/** The secret is shown once, and stored nowhere. */
export const createWebhook = async (api: Api, typed: string): Promise<string> => {
  const url = addressIn(typed);
  const made = await withEvents((change) => api.createWebhook({ url, ...change })).catch(
    (error: unknown) => {
      const why = whyNotCreated(error);
      throw why === null ? error : new Error(why);
    },
  );
  return made.secret === null
    ? `Webhook ${made.id} created. The data service did not show its secret: copy it from its website to WEBHOOK_SECRET.`
    : `Webhook ${made.id} created. Its secret is shown only now: add this line to .env and restart the bot.\n\n${envLine(made.secret)}`;
};

export const listWebhooks = async (api: Api): Promise<string> => {
  const all = (await allOf(api)) ?? [await api.updateWebhook(SPECIFIED_ID, {})];
  return all.length === 0 ? 'The data service has no webhook.' : all.map(lineOf).join('\n');
};

export const pauseWebhook = async (api: Api, typed: string): Promise<string> =>
  lineOf(await api.updateWebhook(await idChosen(api, typed), { events: [] }));

export const resumeWebhook = async (api: Api, typed: string, address?: string): Promise<string> => {
  const url = address === undefined ? {} : { url: addressIn(address) };
  const id = await idChosen(api, typed);
  return lineOf(await withEvents((change) => api.updateWebhook(id, { ...url, ...change })));
};

/** Takes no default: it is for good. */
export const deleteWebhook = async (api: Api, typed: string): Promise<string> => {
  const id = idIn(typed);
  await api.deleteWebhook(id);
  return `Webhook ${id} deleted. The bot checks for changes itself: matches some minutes later, names some days later.`;
};
