import { join } from 'node:path';
import { Client, Events, GatewayIntentBits, type ClientOptions } from 'discord.js';
import { onTestFinished } from 'vitest';
import type {
  Answer,
  AutocompleteAnswer,
  CreateChannelRequest,
  CutRequest,
  ForgeRequest,
  EditChannelRequest,
  RunRequest,
} from '#sandbox/discord/control-contract.ts';
import type {
  ControlState,
  Person,
  ShownChannel,
  ShownMessage,
} from '#sandbox/discord/shown-state.ts';
import {
  startLocalDiscord,
  type LocalDiscord,
  type LocalDiscordOptions,
} from '#sandbox/discord/index.ts';
import { aFolder } from '../folder.ts';

/** Ids of the seeded guild. */
export const GENERAL = '1100000000000000203';
export const ALERTS = '1100000000000000204';
export const ANNOUNCEMENTS = '1100000000000000202';
export const FORUM = '1100000000000000205';
export const NORA = '1100000000000000101';

/** A local Discord that is stopped when the test ends. */
export const aLocalDiscord = async (
  options: Partial<LocalDiscordOptions> = {},
): Promise<LocalDiscord> => {
  const local = await startLocalDiscord({
    port: 0,
    ...options,
    limits: {
      acknowledgeMs: 400,
      deferredUpdateMs: 200,
      deferredAnswerMs: 2_000,
      ...options.limits,
    },
  });
  onTestFinished(() => local.stop());
  return local;
};

/** The path of a state file, removed when the test ends. */
export const aStateFile = (): string => join(aFolder(), 'state.jsonl');

/** A real discord.js client, logged in, that is destroyed when the test ends. */
export const aBot = async (
  local: LocalDiscord,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> => {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.GuildMessageReactions,
    ],
    ...options,
    rest: { api: local.apiUrl, ...options.rest },
  });
  onTestFinished(() => client.destroy());
  const ready = new Promise<Client<true>>((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  await client.login(local.token);
  return ready;
};

/** A text channel as the bot knows it. */
export const channelOf = (bot: Client<true>, id: string) => {
  const channel = bot.channels.cache.get(id);
  if (!channel?.isSendable() || channel.isDMBased()) throw new Error(`no channel ${id}`);
  return channel;
};

/** What a test reads from a REST response. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request as a bot's REST client sends it. */
export const rest = async (
  local: LocalDiscord,
  method: string,
  path: string,
  body?: unknown,
): Promise<RestAnswer> => {
  const response = await fetch(`${local.apiUrl}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${local.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as RestAnswer['body']),
  };
};

/** The responses of the control API. */
interface ControlAnswers {
  readonly run: Answer;
  readonly press: Answer;
  readonly use: Answer;
  readonly submit: Answer;
  readonly forge: Answer;
  readonly autocomplete: AutocompleteAnswer;
}

/** Calls the control API as the page does. A rejected request fails the test with its message. */
export const control = (local: LocalDiscord) => {
  const ask = async <Shape>(method: string, path: string, body?: unknown): Promise<Shape> => {
    const response = await fetch(`${local.url}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    if (!response.ok) throw new Error((json as { message: string }).message);
    return json as Shape; // control-contract.ts has these shapes, and types the server, too
  };
  const act = <Kind extends keyof ControlAnswers>(kind: Kind, body: object) =>
    ask<ControlAnswers[Kind]>('POST', `/${kind}`, { as: 'member', ...body });
  return {
    state: (query = '') => ask<ControlState>('GET', `/state${query}`),
    direct: (as: string, companion?: string) =>
      ask<ShownChannel>('POST', '/direct', { as, with: companion }),
    application: (change: object) => ask<object>('PATCH', '/application', change),
    addApp: (person: string, hasApp: boolean) =>
      ask<Person>('PUT', `/people/${person}/app`, { hasApp }),
    takeDirect: (person: string, takesDirectMessages: boolean) =>
      ask<Person>('PUT', `/people/${person}/direct`, { takesDirectMessages }),
    messages: (channel: string, as = 'member') =>
      ask<ShownMessage[]>('GET', `/channels/${channel}/messages?as=${as}`),
    say: (channel: string, content: string, as = 'member') =>
      ask<ShownMessage>('POST', `/channels/${channel}/messages`, { as, content }),
    run: (command: string, as = 'member', channel = 'general', files: RunRequest['files'] = {}) =>
      act('run', { command, as, channel, files }),
    autocomplete: (command: string, as = 'member') =>
      act('autocomplete', { command, as, channel: 'general' }),
    press: (message: string, customId: string, values: readonly string[] = [], as = 'member') =>
      act('press', { message, customId, values, as }),
    use: (message: string, command: string, as = 'member') => act('use', { message, command, as }),
    submit: (modalId: string, values: object, as = 'member') =>
      act('submit', { modalId, values, as }),
    forge: (forged: Omit<ForgeRequest, 'as'> & { readonly as?: string }) => act('forge', forged),
    deny: (channel: string, ...denyToBot: string[]) =>
      ask<ShownChannel>('PUT', `/channels/${channel}/permissions`, { denyToBot }),
    permit: (channel: string, denyToBot: readonly string[], allowToBot: readonly string[]) =>
      ask<ShownChannel>('PUT', `/channels/${channel}/permissions`, { denyToBot, allowToBot }),
    createChannel: (channel: CreateChannelRequest) =>
      ask<ShownChannel>('POST', '/channels', channel),
    editChannel: (channel: string, change: EditChannelRequest) =>
      ask<ShownChannel>('PATCH', `/channels/${channel}`, change),
    deleteChannel: (channel: string) => ask<ShownChannel>('DELETE', `/channels/${channel}`),
    invite: (permissions?: readonly string[]) =>
      ask<ControlState>('POST', '/bot/invite', { permissions }),
    remove: () => ask<ControlState>('POST', '/bot/remove'),
    faults: (faults: object) => ask<object>('PUT', '/faults', faults),
    timeOut: (minutes: number) => ask<ControlState>('PUT', '/bot/time-out', { minutes }),
    frame: (text: string) => ask<ControlState>('POST', '/gateway/frame', { text }),
    cut: (how: CutRequest) => ask<ControlState>('POST', '/gateway/cut', how),
  };
};

/** The message of a response that must have one. */
export const messageIn = ({ message }: Answer): ShownMessage => {
  if (message === null) throw new Error('the bot gave no message');
  return message;
};
