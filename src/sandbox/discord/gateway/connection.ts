import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { CLOSE, type CloseReason } from './close-codes.ts';
import { gatewayCommand, KNOWN_OPCODES, type GatewayCommand } from './commands.ts';
import { isObject } from '../json.ts';
import type { Send, Session } from './session.ts';

const MINUTE = 60_000;

/** What a connection asks of the gateway behind it. */
export interface ConnectionRules {
  readonly heartbeatMs: number;
  readonly gatewayPerMinute: number;
  readonly now: () => number;
  /** Opens a new session, or says why the connection must be closed. */
  readonly identify: (
    command: Extract<GatewayCommand, { op: typeof GatewayOpcodes.Identify }>['d'],
    send: Send,
  ) => Session | CloseReason;
  /** Finds the session to resume; null: there is none, the bot is to identify anew. */
  readonly resume: (
    command: Extract<GatewayCommand, { op: typeof GatewayOpcodes.Resume }>['d'],
    send: Send,
  ) => Session | CloseReason | null;
  readonly requestMembers: (
    command: Extract<GatewayCommand, { op: typeof GatewayOpcodes.RequestGuildMembers }>['d'],
    session: Session,
  ) => void;
  readonly closed: (session: Session, send: Send) => void;
}

/** Speaks the gateway's protocol over one socket, from HELLO to its end. */
export const serveConnection = (socket: WebSocket, rules: ConnectionRules): void => {
  let session: Session | null = null;
  let received: number[] = [];
  const send: Send = (frame) => {
    socket.send(JSON.stringify({ t: null, s: null, d: null, ...frame }));
  };
  const close = (reason: CloseReason) => {
    const [code, words] = CLOSE[reason];
    socket.close(code, words);
  };

  const overdue = () => {
    close('sessionTimedOut');
  };
  // A client that misses two heartbeats is gone.
  let watch = setTimeout(overdue, rules.heartbeatMs * 2);

  const begin = (opened: Session | CloseReason | null) => {
    if (typeof opened === 'string') return close(opened);
    if (opened === null) return send({ op: GatewayOpcodes.InvalidSession, d: false });
    session = opened;
  };

  const handle = (command: GatewayCommand) => {
    if (command.op === GatewayOpcodes.Heartbeat) {
      clearTimeout(watch);
      watch = setTimeout(overdue, rules.heartbeatMs * 2);
      return send({ op: GatewayOpcodes.HeartbeatAck });
    }
    if (command.op === GatewayOpcodes.Identify) {
      return session ? close('alreadyAuthenticated') : begin(rules.identify(command.d, send));
    }
    if (command.op === GatewayOpcodes.Resume) {
      return session ? close('alreadyAuthenticated') : begin(rules.resume(command.d, send));
    }
    if (session === null) return close('notAuthenticated');
    if (command.op === GatewayOpcodes.RequestGuildMembers) rules.requestMembers(command.d, session);
  };

  socket.on('message', (bytes: Buffer) => {
    received = [...received.filter((at) => at > rules.now() - MINUTE), rules.now()];
    if (received.length > rules.gatewayPerMinute) return close('rateLimited');
    const frame = parseFrame(bytes.toString('utf8'));
    if (!isObject(frame)) return close('decodeError');
    if (!KNOWN_OPCODES.includes(frame['op'])) return close('unknownOpcode');
    const command = gatewayCommand.safeParse(frame);
    return command.success ? handle(command.data) : close('decodeError');
  });
  socket.on('error', () => {
    socket.terminate();
  });
  socket.on('close', () => {
    clearTimeout(watch);
    if (session !== null) rules.closed(session, send);
  });

  send({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: rules.heartbeatMs, _trace: [] } });
};

const parseFrame = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
