import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { COMPLETE_APPLICATION, VERIFY_KEY } from './application.ts';
import { controlApi } from './control/routes.ts';
import { controlState } from './control/state.ts';
import type { ControlEvent, Faults } from './shown-state.ts';
import { isCrowdChannel } from './crowd/ids.ts';
import { createCrowdMessages, type CrowdMessage } from './crowd/messages.ts';
import type { Discord } from './discord.ts';
import type { ShardConnections } from './gateway/attendance.ts';
import { createGateway, PRIVILEGED_INTENTS } from './gateway/gateway.ts';
import { APPLICATION_ID, BOT_TOKEN, GUILD_ID } from './guild/accounts.ts';
import type { InteractionNews } from './interactions/news.ts';
import { DISCORD_LIMITS, type Limits } from './limits.ts';
import { pageRoutes } from './page-routes.ts';
import { restApi, type RestAnswer } from './rest/api.ts';
import { attachmentRoutes } from './rest/attachments.ts';
import { createRateLimiter } from './rest/rate-limiter.ts';
import { settleThreads } from './channels/threads.ts';
import { settleTimeOut } from './guild/membership.ts';
import { settleEvents } from './scheduled-events/write.ts';
import { createSignal } from './signal.ts';
import { openStateStore } from './state/memory.ts';

export interface LocalDiscordOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** The state file; without one, the state ends with the process. */
  readonly stateFile?: string;
  /** The address of a padel service that `/sandbox/world` steers. */
  readonly worldUrl?: string;
  /** Overrides of Discord's limits. */
  readonly limits?: Partial<Limits>;
  /** The privileged intents that the bot has been granted; all of them unless stated. */
  readonly privilegedIntents?: number;
  /**
   * Servers that the bot is in beside the one of the page: the gateway lists them, and each has a
   * channel whose posts and edits are only counted.
   */
  readonly crowd?: number;
  /** The machine's clock, milliseconds since 1970. */
  readonly now?: () => number;
  /** The clock of that padel service's world, when ids and times shall go by it. */
  readonly worldNow?: (() => number) | undefined;
  /** Receives each answer of the REST API. */
  readonly onAnswer?: (answer: RestAnswer) => void;
  /** Receives a line for each internal error. */
  readonly log?: (line: string) => void;
}

/** A Discord of one guild on this machine: gateway, REST API, control API and page. */
export interface LocalDiscord {
  /** The page's address. */
  readonly url: string;
  /** Where a bot's REST client is pointed at. */
  readonly apiUrl: string;
  /** The bot's token. */
  readonly token: string;
  readonly applicationId: string;
  /** With which its webhook events are verified, hexadecimal. */
  readonly publicKey: string;
  readonly guildId: string;
  readonly port: number;
  /** Cuts the bot's gateway connections, as a failing network does; their sessions can be resumed. */
  readonly cutGateway: () => void;
  /** Who serves the shards that were ever served. */
  readonly attendance: () => readonly ShardConnections[];
  /** What was posted into the channels of the crowd, by channel. */
  readonly crowdPosts: () => ReadonlyMap<string, readonly CrowdMessage[]>;
  readonly stop: () => Promise<void>;
}

const FILES_OF_A_MESSAGE = 10;
const SETTLE_MS = 1_000;
const JSON_BYTES = 1024 * 1024;
const NO_FAULTS: Faults = {
  serverErrors: false,
  resets: false,
  loseAnswers: false,
  unanswered: false,
  rateLimited: false,
  routeLimited: false,
  refuses: {},
  blockedWords: [],
};

/** Starts a local Discord. Rejects when the port is taken or the state file is not its own. */
export const startLocalDiscord = async (options: LocalDiscordOptions): Promise<LocalDiscord> => {
  const { host = '127.0.0.1', now = Date.now, log = () => undefined } = options;
  const { onAnswer = () => undefined } = options;
  const { crowd = 0 } = options;
  const limits = { ...DISCORD_LIMITS, ...options.limits };
  const { worldNow = now } = options;
  const memory = openStateStore(
    options.stateFile,
    { now: worldNow, machineNow: now },
    limits.tokenMs,
  );
  const app = fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
    bodyLimit: FILES_OF_A_MESSAGE * limits.fileBytes + JSON_BYTES,
  });
  let base = '';

  const control = createSignal<ControlEvent>();
  const gateway = createGateway({
    state: memory.state,
    limits,
    now,
    privilegedIntents: options.privilegedIntents ?? PRIVILEGED_INTENTS,
    crowd,
    url: () => base.replace(/^http/, 'ws'),
    onPresence: () => {
      discord.stateChanged();
    },
  });
  const discord: Discord = {
    state: memory.state,
    commit: memory.commit,
    files: memory.files,
    crowd: {
      ...createCrowdMessages({ ...limits, now, nextId: memory.nextId }),
      has: (channelId) => isCrowdChannel(crowd, channelId),
    },
    nextId: memory.nextId,
    limits,
    recommendedShards: () => {
      const servers = crowd + (memory.state.bot.isMember ? 1 : 0);
      return Math.max(limits.shards, Math.ceil(servers / limits.serversPerShard));
    },
    now: worldNow,
    machineNow: now,
    isOnWorldClock: options.worldNow !== undefined,
    dispatch: gateway.dispatch,
    isBotOnline: gateway.isOnline,
    cutGateway: gateway.cut,
    sendFrame: gateway.sendFrame,
    control,
    stateChanged: () => {
      control.emit({ type: 'state', state: controlState(discord) });
    },
    interactionNews: createSignal<InteractionNews>(),
    faults: { current: NO_FAULTS },
    application: { current: COMPLETE_APPLICATION },
    baseUrl: () => base,
    worldUrl: options.worldUrl ?? null,
    log,
  };

  // Events start and end on time, and threads are archived, without a request.
  const clockwork = setInterval(() => {
    settleEvents(discord);
    settleThreads(discord);
    settleTimeOut(discord);
  }, SETTLE_MS);

  const limiter = createRateLimiter(now);
  for (const prefix of ['/api/v10', '/api/v9', '/api']) {
    await app.register(restApi(discord, limiter, onAnswer), { prefix });
  }
  await app.register(controlApi(discord), { prefix: '/sandbox' });
  attachmentRoutes(app, discord);
  pageRoutes(app);
  gateway.serve(app.server);

  try {
    await app.listen({ port: options.port, host });
  } catch (error) {
    clearInterval(clockwork);
    memory.close();
    throw error;
  }
  memory.compact();
  const port = portOf(app.server.address());
  base = `http://${host}:${port}`;

  return {
    url: base,
    apiUrl: `${base}/api`,
    token: BOT_TOKEN,
    applicationId: APPLICATION_ID,
    publicKey: VERIFY_KEY,
    guildId: GUILD_ID,
    port,
    cutGateway: () => {
      gateway.cut();
    },
    attendance: gateway.attendance,
    crowdPosts: discord.crowd.all,
    stop: async () => {
      clearInterval(clockwork);
      gateway.close();
      await app.close();
      memory.close();
    },
  };
};

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
