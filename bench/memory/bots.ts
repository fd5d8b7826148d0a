import { Client, Events } from 'discord.js';
import { createGateway } from '#src/discord/gateway/gateway.ts';
import { INTENTS } from '#src/discord/gateway/intents.ts';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { createRest } from '#src/discord/rest/rest.ts';
import { createServers } from '#src/discord/servers/servers.ts';
import { BOT_ID } from './servers.ts';

/** Connects a bot; resolves with its stop function once it knows all its servers. */
export type Connect = (apiUrl: string) => Promise<() => Promise<void>>;

const TOKEN = 'measured.token.only';
const FOREVER = 600_000;
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

const ours: Connect = async (apiUrl) => {
  const invalidRequests = createInvalidRequestCounter();
  const gateway = createGateway({
    rest: createRest({ apiUrl, token: TOKEN, invalidRequests }),
    token: TOKEN,
    invalidRequests,
    servers: createServers({ ownId: BOT_ID, now: Date.now }),
    dispatch: silent,
    knownWithin: FOREVER,
    log,
  });
  await gateway.serve(0, 1);
  return gateway.stop;
};

/** discord.js as set up in its guide. */
const usual: Connect = async (apiUrl) => {
  const client = new Client({ intents: INTENTS, rest: { api: apiUrl } });
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(TOKEN);
  await ready;
  return () => client.destroy();
};

/** The measured bots. */
export const BOTS = { ours, 'discord.js': usual } as const;

export type BotName = keyof typeof BOTS;

export const isBot = (name: string | undefined): name is BotName =>
  name !== undefined && Object.hasOwn(BOTS, name);
