import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { GatewayIntentBits } from 'discord-api-types/v10';
import { WebSocketServer, type WebSocket } from 'ws';
import { BOT_TOKEN, GUILD_ID } from '../guild/accounts.ts';
import type { Limits } from '../limits.ts';
import type { State } from '../state/state.ts';
import { createShardConnections, type ShardConnections } from './attendance.ts';
import { closeFor } from './close-codes.ts';
import type { Identify } from './commands.ts';
import { serveConnection, type ConnectionRules } from './connection.ts';
import { createCrowd } from './crowd.ts';
import { REACHES_STRANGERS, type Dispatch } from './dispatch.ts';
import { createIdentifyTurns } from './identify-turns.ts';
import { guildCreateData, membersChunkData, readyData } from './payloads.ts';
import { createSession, type Session } from './session.ts';
import { isOfShard } from './shard.ts';
import { createTransport, type SendText } from './transport.ts';

export interface Gateway {
  /** Takes the WebSocket upgrades of an HTTP server. */
  readonly serve: (server: Server) => void;
  /** Dispatches an event to all sessions that want it. */
  readonly dispatch: (event: Dispatch) => void;
  /** Whether a bot is connected now. */
  readonly isOnline: () => boolean;
  /** The sessions of all shards so far. */
  readonly attendance: () => readonly ShardConnections[];
  /** Cuts all connections, as a failing network does; sessions can be resumed unless forgotten. */
  readonly cut: (fate?: { readonly forget: boolean }) => void;
  /** Sends a text over all connections as a frame of its own: none of Discord's, for a fault. */
  readonly sendFrame: (text: string) => void;
  readonly close: () => void;
}

export interface GatewayOptions {
  readonly state: Readonly<State>;
  readonly limits: Limits;
  readonly now: () => number;
  /** The privileged intents that the application has been granted. */
  readonly privilegedIntents: number;
  /** The number of servers that the bot is in beside its guild. */
  readonly crowd: number;
  /** The gateway's own address, for `resume_gateway_url`. */
  readonly url: () => string;
  /** Called after a bot connects or disconnects. */
  readonly onPresence: () => void;
}

const ALL_INTENTS = Object.values(GatewayIntentBits)
  .filter((bit) => typeof bit === 'number')
  .reduce((all, bit) => all | bit, 0);

/** The intents that need Discord's approval. */
export const PRIVILEGED_INTENTS =
  GatewayIntentBits.GuildMembers |
  GatewayIntentBits.GuildPresences |
  GatewayIntentBits.MessageContent;

export const createGateway = (options: GatewayOptions): Gateway => {
  const { state, limits, now, onPresence } = options;
  const sockets = new WebSocketServer({ noServer: true });
  const sessions = new Map<string, Session>();
  const transports = new Map<WebSocket, SendText>();
  const hasTurn = createIdentifyTurns(limits, now);
  const crowd = createCrowd(options.crowd);
  const attendance = createShardConnections(() => sessions.values());

  const forgetExpired = () => {
    for (const [id, session] of sessions) {
      const since = session.detachedAt();
      if (since !== null && since < now() - limits.resumeMs) sessions.delete(id);
    }
  };

  const identify: ConnectionRules['identify'] = (command, send) => {
    if (!isOurToken(command.token)) return 'authenticationFailed';
    const wrong = wrongIntents(command, options.privilegedIntents);
    if (wrong !== null) return wrong;
    const shard = command.shard ?? [0, 1];
    if (shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]) return 'invalidShard';
    forgetExpired();
    if (!hasTurn(shard[0])) return null;
    const guildIds = isOfShard(GUILD_ID, shard) ? [GUILD_ID] : [];
    const others = crowd.idsOf(shard);
    const hasGuild = guildIds.length > 0 && state.bot.isMember;
    const present = hasGuild ? [...guildIds, ...others] : others;
    if (present.length > limits.serversPerShard) return 'shardingRequired';
    const id = randomBytes(16).toString('hex');
    const session = createSession({ id, intents: command.intents, shard }, guildIds);
    sessions.set(id, session);
    session.attach(send, 0);
    attendance.update(shard);
    session.dispatch('READY', readyData(session, options.url(), present));
    if ((command.intents & GatewayIntentBits.Guilds) !== 0) {
      if (hasGuild) session.dispatch('GUILD_CREATE', guildCreateData(state, command.intents));
      for (const other of others) session.dispatch('GUILD_CREATE', crowd.createData(state, other));
    }
    onPresence();
    return session;
  };

  const resume: ConnectionRules['resume'] = (command, send) => {
    if (!isOurToken(command.token)) return 'authenticationFailed';
    forgetExpired();
    const session = sessions.get(command.session_id);
    if (session === undefined) return null;
    if (command.seq > session.sequence()) return 'invalidSequence';
    session.attach(send, command.seq);
    attendance.update(session.shard);
    session.dispatch('RESUMED', { _trace: [] });
    onPresence();
    return session;
  };

  const rules: ConnectionRules = {
    heartbeatMs: limits.heartbeatMs,
    gatewayPerMinute: limits.gatewayPerMinute,
    now,
    identify,
    resume,
    requestMembers: (request, session) => {
      session.dispatch('GUILD_MEMBERS_CHUNK', membersChunkData(state, request));
    },
    closed: (session, send) => {
      session.detach(send, now());
      onPresence();
    },
  };

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, stream, head, (socket: WebSocket) => {
      const query = new URL(request.url ?? '/', 'ws://local').searchParams;
      const isKnownVersion = ['10', '9', null].includes(query.get('v'));
      const compress = query.get('compress');
      const isSpoken =
        (query.get('encoding') ?? 'json') === 'json' && [null, 'zlib-stream'].includes(compress);
      if (isKnownVersion && isSpoken) {
        const sendText = createTransport(socket, compress);
        transports.set(socket, sendText);
        socket.on('close', () => transports.delete(socket));
        serveConnection(socket, sendText, rules);
      } else if (isKnownVersion)
        socket.close(4002, 'The local Discord speaks JSON, plain or as zlib-stream.');
      else closeFor(socket, 'invalidVersion');
    });
  };

  return {
    serve: (server) => {
      server.on('upgrade', upgrade);
    },
    dispatch: (event) => {
      const isForeign = event.guildId !== null && !state.bot.isMember;
      if (isForeign && !REACHES_STRANGERS.includes(event.name)) return;
      for (const session of sessions.values()) session.offer(event);
    },
    isOnline: () => [...sessions.values()].some((session) => session.detachedAt() === null),
    attendance: attendance.all,
    cut: ({ forget } = { forget: false }) => {
      if (forget) sessions.clear();
      for (const socket of sockets.clients) socket.terminate();
    },
    sendFrame: (text) => {
      for (const sendText of transports.values()) sendText(text);
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
};

const isOurToken = (token: string): boolean => token.replace(/^Bot /, '') === BOT_TOKEN;

const wrongIntents = ({ intents }: Identify, granted: number) => {
  if (intents < 0 || (intents & ~ALL_INTENTS) !== 0) return 'invalidIntents';
  return (intents & PRIVILEGED_INTENTS & ~granted) === 0 ? null : 'disallowedIntents';
};
