import { DiscordAPIError, HTTPError, RateLimitError, REST, Routes } from 'discord.js';
import { z } from 'zod';
import { withTimeout } from '../lib/with-timeout.ts';
import { probePort } from '../lib/ports.ts';
import { registeredWire, type Registered } from './registered.ts';

/** What Discord says of the bot, asked without connecting as it: no session is used. */
export type DiscordInspection =
  | {
      readonly kind: 'answered';
      readonly application: Application;
      readonly registered: readonly Registered[];
      readonly sessions: Sessions;
      /** What came of opening the gateway: null when it greeted us, else why it did not. */
      readonly gatewayError: unknown;
    }
  /** 401: the token is nobody's. */
  | { readonly kind: 'refused' }
  /** Discord asks to come again later. */
  | { readonly kind: 'limited' }
  /** Something answers that is not Discord, or is in trouble; null when its words make no sense. */
  | { readonly kind: 'odd'; readonly status: number | null }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

export interface InspectedDiscord {
  readonly outcome: DiscordInspection;
  /** Milliseconds by which our clock is ahead of Discord's; null when Discord told no time. */
  readonly clockAhead: number | null;
}

/** Discord's answer to "Get Current Application", as far as it matters here. */
const applicationWire = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether others than the owner may invite the bot. */
  bot_public: z.boolean(),
  /** An invitation must be completed by a website then, which the bot has not. */
  bot_require_code_grant: z.boolean(),
  /** Discord sends commands there then, and none to the gateway. */
  interactions_endpoint_url: z.string().nullish(),
  approximate_guild_count: z.number().optional(),
});

export type Application = z.infer<typeof applicationWire>;

/** Discord's answer to "Get Gateway Bot". */
const gatewayWire = z.object({
  url: z.url(),
  shards: z.number(),
  session_start_limit: z.object({
    total: z.number(),
    remaining: z.number(),
    /** Milliseconds. */
    reset_after: z.number(),
  }),
});

/** How often the bot may still connect. */
export interface Sessions {
  readonly shards: number;
  readonly remaining: number;
  readonly total: number;
  /** Milliseconds until all of them are free again. */
  readonly resetAfter: number;
}

export interface InspectionOptions {
  /** Base of Discord's REST API, without the version. */
  readonly apiUrl: string;
  readonly token: string;
  /** The clock to be judged, milliseconds. */
  readonly now: () => number;
}

/** Each answer, and the gateway's greeting, milliseconds. */
const ANSWER_WITHIN = 10_000;

/** Asks Discord who the bot is, which commands it has, and whether it may connect. */
export const inspectDiscord = async (options: InspectionOptions): Promise<InspectedDiscord> => {
  const { apiUrl, token, now } = options;
  const rest = new REST({
    api: apiUrl,
    version: '10',
    retries: 0,
    timeout: ANSWER_WITHIN,
    rejectOnRateLimit: () => true,
  }).setToken(token);
  let clockAhead: number | null = null;
  rest.on('response', (_request, { headers }) => {
    const date = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(date)) clockAhead = now() - date;
  });
  const outcome = await askAll(rest).catch(failure);
  return { outcome, clockAhead };
};

const askAll = async (rest: REST): Promise<DiscordInspection> => {
  // The first question alone: whom Discord refuses it should not refuse three times.
  const application = applicationWire.parse(await rest.get(Routes.currentApplication()));
  const [gateway, registered] = await Promise.all([
    rest.get(Routes.gatewayBot()).then((answer) => gatewayWire.parse(answer)),
    rest
      .get(Routes.applicationCommands(application.id), {
        query: new URLSearchParams({ with_localizations: 'true' }),
      })
      .then((answer) => registeredWire.parse(answer)),
  ]);
  const { shards, url, session_start_limit: limit } = gateway;
  return {
    kind: 'answered',
    application,
    registered,
    sessions: {
      shards,
      remaining: limit.remaining,
      total: limit.total,
      resetAfter: limit.reset_after,
    },
    gatewayError: await visit(url).then(
      () => null,
      (error: unknown) => error,
    ),
  };
};

const failure = (error: unknown): DiscordInspection => {
  if (error instanceof RateLimitError) return { kind: 'limited' };
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return { kind: 'odd', status: null };
  }
  if (error instanceof DiscordAPIError || error instanceof HTTPError) {
    return error.status === 401 ? { kind: 'refused' } : { kind: 'odd', status: error.status };
  }
  return { kind: 'unreachable', cause: error };
};

/** The gateway's first words to everybody: op 10, "Hello" (Discord's documentation, "Gateway"). */
const hello = z.object({ op: z.literal(10) });

const isHello = (frame: unknown): boolean => {
  try {
    return hello.safeParse(JSON.parse(String(frame))).success;
  } catch {
    return false;
  }
};

/** The gateway ended the connection before it had greeted. */
class Cut extends Error {
  readonly code = 'ECONNRESET';
}

/** Opens the gateway, and leaves when it has greeted. */
const visit = async (gateway: string): Promise<void> => {
  const url = new URL(gateway);
  const port = Number(url.port) || (url.protocol === 'wss:' ? 443 : 80);
  await probePort({ host: url.hostname, port }, ANSWER_WITHIN);
  url.searchParams.set('v', '10');
  url.searchParams.set('encoding', 'json');
  const socket = new WebSocket(url);
  const greeted = new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      if (isHello(data)) resolve();
    });
    // Comes after every error, too, which says no more than that.
    socket.addEventListener('close', () => {
      reject(new Cut());
    });
  });
  try {
    await withTimeout(greeted, ANSWER_WITHIN);
  } finally {
    socket.close();
  }
};
