import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Discord } from '../discord.ts';
import { describe } from '../describe.ts';
import { DiscordError, refusal, refusalWith } from '../errors.ts';
import { BOT_TOKEN } from '../guild/accounts.ts';
import { applicationRoutes } from './applications.ts';
import { acceptBodies } from './body.ts';
import { callbackRoutes } from './callbacks.ts';
import { channelPermissionRoutes } from './channel-permissions.ts';
import { channelWebhookRoutes } from './webhooks/channel-webhooks.ts';
import { channelRoutes } from './channels.ts';
import { commandRoutes } from './commands.ts';
import { gatewayRoutes } from './gateway.ts';
import { guildChannelRoutes } from './guild-channels.ts';
import { guildRoutes } from './guilds.ts';
import { messageRoutes } from './messages.ts';
import { pinRoutes } from './pins.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createRateLimits, RateLimited } from './rate-limits.ts';
import { reactionRoutes } from './reactions.ts';
import { roleRoutes } from './roles.ts';
import { scheduledEventRoutes } from './scheduled-events.ts';
import { threadRoutes } from './threads.ts';
import { REFUSABLE } from '../shown-state.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks/webhooks.ts';

/** Routes whose secret is in their path; all others want the bot's token. */
const OPEN = /^\/api(\/v\d+)?\/(gateway$|interactions\/|webhooks\/\d+\/)/;

/** A response that never comes: the client waits until the connection closes. */
const NEVER = new Promise<never>(() => undefined);

/** An answer of the REST API, for who checks them. */
export interface RestAnswer {
  readonly method: string;
  /** The route's pattern, e.g. `/api/v10/channels/:channel`. */
  readonly route: string;
  readonly status: number;
  /** The JSON as text; empty without a body. */
  readonly body: string;
}

/** Discord's REST API, version 10; one rate limiter for all its prefixes. */
export const restApi =
  (
    discord: Discord,
    limiter: RateLimiter,
    onAnswer: (answer: RestAnswer) => void,
  ): FastifyPluginAsync =>
  async (app) => {
    await acceptBodies(app, discord.limits.fileBytes);
    const countRequest = createRateLimits(discord, limiter);

    app.addHook('onRequest', async (request, reply) => {
      if (discord.faults.current.resets) {
        reply.hijack();
        request.raw.socket.destroy();
        return;
      }
      if (discord.faults.current.serverErrors) {
        throw new DiscordError(500, 0, '500: Internal Server Error');
      }
      const { pathname } = new URL(request.url, 'http://local');
      const isOpen = OPEN.test(pathname);
      if (!isOpen && request.headers.authorization !== `Bot ${BOT_TOKEN}`) {
        throw refusal('unauthorized');
      }
      countRequest(request, reply);
      const code = refusedWith(discord, `${request.method} ${request.routeOptions.url ?? ''}`);
      if (code !== undefined) throw refusalWith(code);
    });

    // Discord's own spelling: discord.py, oceanic.js and eris read JSON under no other.
    app.addHook('onSend', async (request, reply, payload) => {
      const type = reply.getHeader('content-type');
      if (String(type).startsWith('application/json'))
        reply.header('content-type', 'application/json');
      const body = typeof payload === 'string' ? payload : '';
      const route = request.routeOptions.url ?? '';
      onAnswer({ method: request.method, route, status: reply.statusCode, body });
      return payload;
    });

    // The fault "answers get lost": the request took effect, but no response is sent.
    app.addHook('onSend', async (request, reply, payload) => {
      const isWrite = /^(POST|PATCH) .*\/channels\/:channel\/(messages|threads)/.test(
        `${request.method} ${request.routeOptions.url ?? ''}`,
      );
      const { loseAnswers, unanswered } = discord.faults.current;
      if (!isWrite || reply.statusCode >= 400) return payload;
      if (loseAnswers) {
        reply.hijack();
        request.raw.socket.destroy();
      }
      return unanswered ? NEVER : payload;
    });

    app.setErrorHandler(async (error, request, reply) => {
      if (error instanceof RateLimited) return error.send(reply, discord.machineNow());
      if (error instanceof DiscordError) return reply.code(error.status).send(error.body());
      const status = clientErrorOf(error);
      if (status === 413) return reply.code(413).send(refusal('fileTooLarge').body());
      if (status !== null) return reply.code(status).send({ message: String(error), code: 0 });
      discord.log(`${request.method} ${request.url}: ${describe(error)}`);
      return reply.code(500).send({ message: '500: Internal Server Error', code: 0 });
    });
    app.setNotFoundHandler(async (_request, reply) => {
      const { status, code, message } = refusal('notFound');
      return reply.code(status).send({ message, code });
    });

    const routes: readonly ((app: FastifyInstance, discord: Discord) => void)[] = [
      gatewayRoutes,
      userRoutes,
      applicationRoutes,
      commandRoutes,
      guildRoutes,
      guildChannelRoutes,
      roleRoutes,
      scheduledEventRoutes,
      channelRoutes,
      channelPermissionRoutes,
      channelWebhookRoutes,
      (scope) => {
        messageRoutes(scope, discord, limiter);
      },
      pinRoutes,
      reactionRoutes,
      threadRoutes,
      callbackRoutes,
      webhookRoutes,
    ];
    for (const register of routes) register(app, discord);
  };

const ACTS = {
  post: /^POST .*\/channels\/:channel\/messages$/,
  edit: /^PATCH .*\/channels\/:channel\/messages\/:message$/,
  delete: /^DELETE .*\/channels\/:channel\/messages\/:message$/,
  thread: /^POST .*\/threads$/,
  pin: /^PUT .*\/pins\/:message$/,
  crosspost: /^POST .*\/crosspost$/,
  event: /^(POST|PATCH) .*\/scheduled-events/,
  direct: /^POST .*\/users\/@me\/channels$/,
} as const satisfies Record<(typeof REFUSABLE)[number], RegExp>;

/** The code with which the fault `refuses` answers a request; undefined for none. */
const refusedWith = ({ faults }: Discord, request: string): number | undefined => {
  const act = REFUSABLE.find((each) => ACTS[each].test(request));
  return act === undefined ? undefined : faults.current.refuses[act];
};

/** The status of what the HTTP framework itself refuses: a body that is too large or of an unknown type. */
const clientErrorOf = (error: unknown): number | null => {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? status : null;
};
