import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type {
  CommandUser,
  Command,
  CommandRequest,
  ComponentRequest,
  Services,
} from '../src/discord/command.ts';
import {
  RECORD_KINDS,
  SPECIFIED_EVENTS,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '../src/domain/webhook.ts';
import { UserError } from '../src/errors.ts';
import type { WebhookChange } from '../src/padel-api/endpoints/webhooks.ts';
import {
  NotFound,
  NotInPlan,
  RequestRefused,
  ServiceDown,
  UnreadableAnswer,
} from '../src/padel-api/errors.ts';
import type { MessageBody } from '../src/render/message.ts';
import {
  deleteAnswer,
  deleteQuestion,
  newWebhookMessage,
  webhookList,
  webhookMessage,
  type WebhookDone,
} from '../src/render/moderation/webhook.ts';
import { ANYWHERE, choice, labels, subcommand } from './options/labels.ts';
import { requireOperator } from './queries/operator.ts';
import { handlerOf, numberIn } from './options/control-values.ts';

const idOption: APIApplicationCommandBasicOption = {
  ...labels((texts) => texts.command.webhook.id),
  type: ApplicationCommandOptionType.Integer,
  min_value: 1,
  max_value: Number.MAX_SAFE_INTEGER,
};

const urlOption: APIApplicationCommandBasicOption = {
  ...labels((texts) => texts.command.webhook.sub.address.option.url),
  type: ApplicationCommandOptionType.String,
  required: true,
  max_length: 500,
};

const ALL = 'all';

const eventsOption: APIApplicationCommandBasicOption = {
  ...labels((texts) => texts.command.webhook.events),
  type: ApplicationCommandOptionType.String,
  choices: [
    choice(ALL, (texts) => texts.choice.webhook.all),
    ...RECORD_KINDS.map((kind) => choice(kind, (texts) => texts.choice.webhook[kind])),
  ],
};

type Subcommand = 'create' | 'show' | 'address' | 'events' | 'pause' | 'resume' | 'delete';

const sub = (name: Subcommand, ...options: readonly APIApplicationCommandBasicOption[]) =>
  subcommand((texts) => texts.command.webhook.sub[name], options);

/** `/webhook`: the operator shows and changes the bot's webhook at the data service. */
export const webhook: Command = {
  definition: {
    ...labels((texts) => texts.command.webhook),
    ...ANYWHERE,
    // Hidden from members; the operator also finds it in direct messages.
    default_member_permissions: '0',
    options: [
      sub('create', urlOption, eventsOption),
      sub('show', idOption),
      sub('address', urlOption, idOption),
      sub('events', idOption),
      sub('pause', idOption),
      sub('resume', eventsOption, idOption),
      sub('delete', idOption),
    ],
  },
  visibility: 'private',
  isScoreless: true,
  run: (request, services) => {
    requireOperator(request);
    return handlerOf(RUNS, request.subcommand)(request, services);
  },
  component: {
    answer: 'update',
    run: (request, services) => {
      requireOperator(request);
      const [name, id] = request.values;
      return handlerOf(ACTIONS, name)(request, numberIn(id), services);
    },
  },
};

type Run = (request: CommandRequest, services: Services) => Promise<MessageBody>;

type ComponentHandler = (
  request: ComponentRequest,
  id: number,
  services: Services,
) => Promise<MessageBody>;

const changed = async (
  user: CommandUser,
  id: number,
  services: Services,
  [done, change]: readonly [WebhookDone, WebhookChange],
): Promise<MessageBody> => webhookMessage(user, await update(id, change, services), done);

/** In the specification an account has one webhook, with this id, and no list. */
const SPECIFIED_ID = 1;

/** The account's webhooks; null when the service does not list them. */
const allOf = async ({ api }: Services): Promise<readonly Webhook[] | null> => {
  try {
    return await api.webhooks();
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
};

/** @throws UserError unless there is exactly one */
const onlyOf = (all: readonly Webhook[]): Webhook => {
  const [only, ...others] = all;
  if (only === undefined) throw new UserError('no-webhook');
  if (others.length === 0) return only;
  throw new UserError('several-webhooks', { ids: all.map(({ id }) => id).join(', ') });
};

/** @throws UserError when no id was typed, unless there is exactly one webhook */
const idChosen = async (request: CommandRequest, services: Services): Promise<number> => {
  const given = request.integer('id');
  if (given !== null) return given;
  const all = await allOf(services);
  return all === null ? SPECIFIED_ID : onlyOf(all).id;
};

/** @throws UserError for a URL that the service would not deliver to */
const addressTyped = (request: CommandRequest): string => {
  const url = URL.parse(request.text('url') ?? '');
  if (url?.protocol !== 'https:') throw new UserError('webhook-address');
  return url.href;
};

/**
 * Requests all chosen events, then only the specified ones: a service that does not know the others
 * refuses them.
 */
const withEvents = async <T>(
  request: CommandRequest,
  ask: (events: readonly WebhookEvent[]) => Promise<T>,
): Promise<T> => {
  const kind = request.text('events') ?? ALL;
  const isChosen = (event: WebhookEvent): boolean => kind === ALL || event.startsWith(`${kind}.`);
  try {
    return await ask(WEBHOOK_EVENTS.filter(isChosen));
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    return await ask(SPECIFIED_EVENTS.filter(isChosen));
  }
};

const RUNS: Readonly<Record<Subcommand, Run>> = {
  create: async (request, { api }) => {
    const url = addressTyped(request);
    return await withCreateErrors(() =>
      withEvents(request, async (events) =>
        newWebhookMessage(request, { url, events }, await api.createWebhook({ url, events })),
      ),
    );
  },
  show: async (request, services) => {
    const given = request.integer('id');
    const all = given === null ? await allOf(services) : null;
    if (all === null) {
      return await changed(request, given ?? SPECIFIED_ID, services, ['show', {}]);
    }
    return all.length > 1
      ? webhookList(request, all)
      : webhookMessage(request, onlyOf(all), 'show');
  },
  events: async (request, services) =>
    changed(request, await idChosen(request, services), services, ['show', {}]),
  address: async (request, services) => {
    const url = addressTyped(request);
    const id = await idChosen(request, services);
    const before = await update(id, {}, services);
    const after = await update(id, { url }, services);
    return webhookMessage(request, after, 'address', before);
  },
  pause: async (request, services) =>
    changed(request, await idChosen(request, services), services, ['pause', { events: [] }]),
  resume: async (request, services) => {
    const id = await idChosen(request, services);
    return await withWebhookErrors(id, () =>
      withEvents(request, async (events) =>
        webhookMessage(request, await services.api.updateWebhook(id, { events }), 'resume'),
      ),
    );
  },
  delete: async (request, services) =>
    deleteQuestion(request, await update(await idChosen(request, services), {}, services)),
};

const ACTIONS: Readonly<Record<string, ComponentHandler>> = {
  events: (request, id, services) => {
    const events = WEBHOOK_EVENTS.filter((event) => request.chosen.includes(event));
    return changed(request, id, services, ['events', { events }]);
  },
  delete: async (request, id, { api }) => {
    await withWebhookErrors(id, () => api.deleteWebhook(id));
    return deleteAnswer(request, id, 'deleted');
  },
  keep: (request, id) => Promise.resolve(deleteAnswer(request, id, 'kept')),
};

const update = (id: number, change: WebhookChange, { api }: Services) =>
  withWebhookErrors(id, () => api.updateWebhook(id, change));

/** @throws UserError that explains an unknown webhook or a refusal. */
const withWebhookErrors = async <T>(id: number, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NotFound) throw new UserError('unknown-webhook', { id: String(id) });
    if (error instanceof RequestRefused) {
      throw new UserError('webhook-refused', { reason: error.reason });
    }
    throw error;
  }
};

/** @throws UserError that explains why none was created, or that the outcome is unknown */
const withCreateErrors = async <T>(create: () => Promise<T>): Promise<T> => {
  try {
    return await create();
  } catch (error) {
    if (error instanceof NotInPlan) throw new UserError('webhook-not-in-plan');
    if (error instanceof NotFound) throw new UserError('webhook-not-offered');
    if (error instanceof RequestRefused) {
      throw new UserError('webhook-refused', { reason: error.reason });
    }
    if (error instanceof ServiceDown || error instanceof UnreadableAnswer) {
      throw new UserError('webhook-unsure', {}, { cause: error });
    }
    throw error;
  }
};
