import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import type {
  Asker,
  Command,
  CommandRequest,
  PressRequest,
  Services,
} from '../src/discord/command.ts';
import { WEBHOOK_EVENTS } from '../src/domain/webhook.ts';
import { UserError } from '../src/errors.ts';
import type { WebhookChange } from '../src/padel-api/endpoints/webhooks.ts';
import { NotFound, RequestRefused } from '../src/padel-api/errors.ts';
import type { MessageBody } from '../src/render/message.ts';
import {
  deleteAnswer,
  deleteQuestion,
  webhookMessage,
  type WebhookDone,
} from '../src/render/webhook.ts';
import { ANYWHERE, labels } from './labels.ts';
import { forOperator } from './operator.ts';

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

const SUBCOMMANDS = ['show', 'address', 'events', 'pause', 'resume', 'delete'] as const;

type Subcommand = (typeof SUBCOMMANDS)[number];

const subcommand = (name: Subcommand): APIApplicationCommandSubcommandOption => ({
  ...labels((texts) => texts.command.webhook.sub[name]),
  type: ApplicationCommandOptionType.Subcommand,
  options: name === 'address' ? [urlOption, idOption] : [idOption],
});

/** `/webhook`: the operator of the bot sees and changes its webhook at the data service. */
export const webhook: Command = {
  definition: {
    ...labels((texts) => texts.command.webhook),
    ...ANYWHERE,
    // Members of a server do not need to see it; the operator finds it in a direct message, too.
    default_member_permissions: '0',
    options: SUBCOMMANDS.map(subcommand),
  },
  visibility: 'private',
  run: (request, services) => {
    forOperator(request);
    const name = SUBCOMMANDS.find((each) => each === request.subcommand);
    if (name === undefined) throw new UserError('outdated-control');
    return RUNS[name](request, request.integer('id') ?? 1, services);
  },
  press: {
    answer: 'update',
    run: (request, services) => {
      forOperator(request);
      const [name = '', id = ''] = request.values;
      const press = PRESSES.get(name);
      if (press === undefined || !/^\d{1,15}$/.test(id)) throw new UserError('outdated-control');
      return press(request, Number(id), services);
    },
  },
};

type Run<R extends Asker> = (request: R, id: number, services: Services) => Promise<MessageBody>;

/** Changes a webhook, and shows it as it is now. */
const changed = async (
  asker: Asker,
  id: number,
  services: Services,
  [done, change]: readonly [WebhookDone, WebhookChange],
): Promise<MessageBody> => webhookMessage(asker, await update(id, change, services), done);

const RUNS: Readonly<Record<Subcommand, Run<CommandRequest>>> = {
  show: (request, id, services) => changed(request, id, services, ['show', {}]),
  events: (request, id, services) => changed(request, id, services, ['show', {}]),
  address: async (request, id, services) => {
    const url = request.text('url') ?? '';
    const before = await update(id, {}, services);
    const after = await update(id, { url }, services);
    return webhookMessage(request, after, 'address', before);
  },
  pause: (request, id, services) => changed(request, id, services, ['pause', { events: [] }]),
  resume: (request, id, services) =>
    changed(request, id, services, ['resume', { events: WEBHOOK_EVENTS }]),
  delete: async (request, id, services) => deleteQuestion(request, await update(id, {}, services)),
};

const PRESSES: ReadonlyMap<string, Run<PressRequest>> = new Map<string, Run<PressRequest>>([
  [
    'events',
    (request, id, services) => {
      const events = WEBHOOK_EVENTS.filter((event) => request.chosen.includes(event));
      return changed(request, id, services, ['events', { events }]);
    },
  ],
  [
    'delete',
    async (request, id, { api }) => {
      await explained(id, () => api.deleteWebhook(id));
      return deleteAnswer(request, id, 'deleted');
    },
  ],
  ['keep', (request, id) => Promise.resolve(deleteAnswer(request, id, 'kept'))],
]);

const update = (id: number, change: WebhookChange, { api }: Services) =>
  explained(id, () => api.updateWebhook(id, change));

/** @throws UserError in the words of webhooks: there is none of that number, or why it is refused. */
const explained = async <T>(id: number, ask: () => Promise<T>): Promise<T> => {
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
