import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { MINUTE } from '../../../src/lib/time.ts';
import { closeFor, type CloseReason } from './close-codes.ts';
import { gatewayCommand, KNOWN_OPCODES, type GatewayCommand } from './commands.ts';
import { isObject } from '../json.ts';
import type { SendText } from './transport.ts';
import type { Send, Session } from './session.ts';

/** What a connection needs of the gateway. */
export interface ConnectionRules {
  readonly heartbeatMs: number;
  readonly gatewayPerMinute: number;
  readonly now: () => number;
  /** Opens a new session, or says why the connection must be closed; null: the bot has to wait its turn. */
  readonly identify: (
    command: Extract<GatewayCommand, { op: typeof GatewayOpcodes.Identify }>['d'],
    send: Send,
  ) => Session | CloseReason | null;
  /** Finds the session to resume; null: unknown session, the bot has to identify again. */
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
export const serveConnection = (
  socket: WebSocket,
  sendText: SendText,
  rules: ConnectionRules,
): void => {
  let session: Session | null = null;
  let received: number[] = [];
  const send: Send = (frame) => {
    sendText(JSON.stringify({ t: null, s: null, d: null, ...frame }));
  };
  const close = (reason: CloseReason) => {
    closeFor(socket, reason);
  };

  const overdue = () => {
    close('sessionTimedOut');
  };
  // A client that misses two heartbeats is gone.
  let watch = setTimeout(overdue, rules.heartbeatMs * 2);

  const begin = (opened: Session | CloseReason | null) => {
    if (typeof opened === 'string') close(opened);
    else if (opened === null) send({ op: GatewayOpcodes.InvalidSession, d: false });
    else session = opened;
  };

  const beat = (received: number | null | undefined) => {
    clearTimeout(watch);
    watch = setTimeout(overdue, rules.heartbeatMs * 2);
    session?.acknowledge(received ?? 0);
    send({ op: GatewayOpcodes.HeartbeatAck });
  };

  const handle = (command: GatewayCommand) => {
    const isGreeting =
      command.op === GatewayOpcodes.Identify || command.op === GatewayOpcodes.Resume;
    if (command.op === GatewayOpcodes.Heartbeat) beat(command.d);
    else if (isGreeting && session !== null) close('alreadyAuthenticated');
    else if (command.op === GatewayOpcodes.Identify) begin(rules.identify(command.d, send));
    else if (command.op === GatewayOpcodes.Resume) begin(rules.resume(command.d, send));
    else if (session === null) close('notAuthenticated');
    else if (command.op === GatewayOpcodes.RequestGuildMembers)
      rules.requestMembers(command.d, session);
  };

  socket.on('message', (bytes: Buffer) => {
    received = [...received.filter((at) => at > rules.now() - MINUTE), rules.now()];
    const frame = parseFrame(bytes.toString('utf8'));
    const command = gatewayCommand.safeParse(frame);
    if (received.length > rules.gatewayPerMinute) close('rateLimited');
    else if (!isObject(frame)) close('decodeError');
    else if (!KNOWN_OPCODES.includes(frame['op'])) close('unknownOpcode');
    else if (!command.success) close('decodeError');
    else handle(command.data);
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
