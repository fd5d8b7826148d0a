import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { withTimeout } from '../lib/with-timeout.ts';
import { probePort } from '../lib/ports.ts';
import { jsonIn } from '../lib/text.ts';
import type { Registered } from './registered.ts';
import { DiscordError, RateLimited } from './rest/errors.ts';
import { createInvalidRequestCounter } from './rest/invalid-request-counter.ts';
import { createRest, type Rest, type RestOptions } from './rest/rest.ts';
import { applicationCommandsWire, applicationWire, gatewayBotWire } from './rest/wire.ts';

/** What Discord reports about the bot, read without identifying: no session is used. */
export type DiscordInspection =
  | {
      readonly kind: 'answered';
      readonly application: Application;
      readonly registered: readonly Registered[];
      readonly sessions: Sessions;
      /** Why the gateway could not be opened; null when it sent its Hello. */
      readonly gatewayError: unknown;
    }
  /** 401: the token is invalid. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'limited' }
  /** The response is not Discord's, or an error; null for an unreadable one. */
  | { readonly kind: 'odd'; readonly status: number | null }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

const inspectedApplication = applicationWire.extend({
  name: z.string(),
  /** Whether users other than the owner may invite the bot. */
  bot_public: z.boolean(),
  /** If set, a website would have to complete each invitation; the bot has none. */
  bot_require_code_grant: z.boolean(),
  /** If set, Discord sends commands there instead of to the gateway. */
  interactions_endpoint_url: z.string().nullish(),
  flags: z.number().nullish(),
  event_webhooks_url: z.string().nullish(),
  event_webhooks_status: z.number().nullish(),
  event_webhooks_types: z.array(z.string()).nullish(),
});

export type Application = z.infer<typeof inspectedApplication>;

/** The remaining session starts. */
export type Sessions = Pick<z.infer<typeof gatewayBotWire>, 'shards' | 'session_start_limit'>;

/** For the gateway's Hello. */
const TIMEOUT_MS = 10_000;

/**
 * Reads from Discord who the bot is, which commands it has, and whether it may connect.
 * @param now the clock to check, milliseconds
 * @returns also by how much it is ahead of Discord's; null without a `Date` header
 */
export const inspectDiscord = async ({
  now,
  ...access
}: Pick<RestOptions, 'apiUrl' | 'token'> & { readonly now: () => number }) => {
  let clockAhead: number | null = null;
  const rest = createRest({
    ...access,
    invalidRequests: createInvalidRequestCounter(),
    isImpatient: true,
    onDate: (text) => {
      const date = Date.parse(text);
      if (!Number.isNaN(date)) clockAhead = now() - date;
    },
  });
  const outcome = await readAll(rest).catch(failure);
  await rest.close();
  return { outcome, clockAhead };
};

const readAll = async (rest: Rest): Promise<DiscordInspection> => {
  // The first request goes alone: a refused token is not refused three times.
  const application = inspectedApplication.parse(await rest.get(Routes.currentApplication()));
  const [gateway, registered] = await Promise.all([
    rest.get(Routes.gatewayBot()).then((answer) => gatewayBotWire.parse(answer)),
    rest
      .get(Routes.applicationCommands(application.id), {
        query: new URLSearchParams({ with_localizations: 'true' }),
      })
      .then((answer) => applicationCommandsWire.parse(answer)),
  ]);
  return {
    kind: 'answered',
    application,
    registered,
    sessions: gateway,
    gatewayError: await probeGateway(gateway.url).then(
      () => null,
      (error: unknown) => error,
    ),
  };
};

const failure = (error: unknown): DiscordInspection => {
  if (error instanceof RateLimited) return { kind: 'limited' };
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return { kind: 'odd', status: null };
  }
  if (error instanceof DiscordError) {
    return error.status === 401 ? { kind: 'refused' } : { kind: 'odd', status: error.status };
  }
  return { kind: 'unreachable', cause: error };
};

/** The gateway's first message: op 10, "Hello" (Discord's documentation, "Gateway"). */
const hello = z.object({ op: z.literal(10) });

/** The gateway closed the connection before its Hello. */
class ClosedEarly extends Error {
  readonly code = 'ECONNRESET';
}

/** Opens the gateway, and closes it after its Hello. */
const probeGateway = async (gateway: string): Promise<void> => {
  const url = new URL(gateway);
  const port = Number(url.port) || (url.protocol === 'wss:' ? 443 : 80);
  await probePort({ host: url.hostname, port }, TIMEOUT_MS);
  url.searchParams.set('v', '10');
  url.searchParams.set('encoding', 'json');
  const socket = new WebSocket(url);
  const helloReceived = new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      if (hello.safeParse(jsonIn(String(data))).success) resolve();
    });
    // Follows every error event, too, which says nothing more.
    socket.addEventListener('close', () => {
      reject(new ClosedEarly());
    });
  });
  try {
    await withTimeout(helloReceived, TIMEOUT_MS);
  } finally {
    socket.close();
  }
};
