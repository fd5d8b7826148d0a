import { channelOf, errorFrame, faultOfChannel, frame, readClientFrame } from './frames.ts';
import type { ClientFrame } from './frames.ts';
import { openWay, type Transit } from './transit.ts';

/** The part of a WebSocket that the hub needs. */
export interface HubSocket {
  send: (text: string) => void;
  terminate: () => void;
}

interface Connection {
  readonly id: string;
  readonly socket: HubSocket;
  readonly channels: Set<string>;
  /** Its network is gone, and neither end was told: it hears and says nothing any more. */
  isDeaf: boolean;
}

/** A message for everybody who listens to a channel. */
export interface Publication {
  readonly channel: string;
  readonly name: string;
  /** The event's data as text, usually JSON; it travels unchanged. */
  readonly data: string;
  /** A connection that does not get it, usually its own sender. */
  readonly exceptSocketId?: string | undefined;
}

/** Who is connected, who listens to what. */
export interface Hub {
  /** Greets a new socket; the answer takes what it says and its end. */
  join: (socket: HubSocket) => {
    readonly receive: (text: string) => void;
    readonly leave: () => void;
  };
  publish: (publication: Publication) => void;
  /** Cuts every connection, without a closing handshake, as a broken network does. */
  cutAll: () => void;
  /** Leaves every connection half-open: nothing passes, and nobody is told. New ones are well. */
  deafenAll: () => void;
  /** How publications travel from now on. */
  travel: (transit: Transit) => void;
  readonly connections: number;
  /** How many connections that hear something listen to a channel. */
  listeners: (channel: string) => number;
}

/** Seconds of silence after which a client should ping. */
const ACTIVITY_TIMEOUT = 120;

/** Creates an empty hub. */
export const createHub = (): Hub => {
  const connections = new Set<Connection>();
  let greeted = 0;
  let way = openWay('plain');

  const subscribe = (connection: Connection, channel: string): void => {
    const fault = faultOfChannel(channel);
    if (fault !== null) {
      connection.socket.send(errorFrame(fault));
      return;
    }
    connection.channels.add(channel);
    connection.socket.send(frame('pusher_internal:subscription_succeeded', {}, channel));
  };

  const onChannel =
    (act: (connection: Connection, channel: string) => void) =>
    (connection: Connection, message: ClientFrame): void => {
      const channel = channelOf(message);
      if (channel === null) connection.socket.send(errorFrame('The frame names no channel'));
      else act(connection, channel);
    };

  const reactions = new Map<string, (connection: Connection, message: ClientFrame) => void>([
    [
      'pusher:ping',
      ({ socket }) => {
        socket.send(frame('pusher:pong', {}));
      },
    ],
    ['pusher:pong', () => undefined],
    ['pusher:subscribe', onChannel(subscribe)],
    ['pusher:unsubscribe', onChannel(({ channels }, channel) => void channels.delete(channel))],
  ]);

  const receive = (connection: Connection, text: string): void => {
    if (connection.isDeaf) return;
    const message = readClientFrame(text);
    if (message === null) {
      connection.socket.send(errorFrame('The frame is not a JSON object with an event name'));
      return;
    }
    const react = reactions.get(message.event);
    if (react) react(connection, message);
    else connection.socket.send(errorFrame(`Unknown event: ${message.event.slice(0, 200)}`));
  };

  return {
    join(socket) {
      greeted += 1;
      const connection: Connection = {
        id: `1.${greeted}`,
        socket,
        channels: new Set(),
        isDeaf: false,
      };
      connections.add(connection);
      const greeting = { socket_id: connection.id, activity_timeout: ACTIVITY_TIMEOUT };
      socket.send(frame('pusher:connection_established', greeting));
      return {
        receive: (text) => {
          receive(connection, text);
        },
        leave: () => void connections.delete(connection),
      };
    },
    publish({ channel, name, data, exceptSocketId }) {
      const arriving = way.pass(channel, JSON.stringify({ event: name, channel, data }));
      for (const { id, socket, channels, isDeaf } of connections) {
        if (isDeaf || !channels.has(channel) || id === exceptSocketId) continue;
        for (const text of arriving) socket.send(text);
      }
    },
    cutAll() {
      for (const { socket } of connections) socket.terminate();
      connections.clear();
    },
    deafenAll() {
      for (const connection of connections) connection.isDeaf = true;
    },
    travel(transit) {
      way = openWay(transit);
    },
    get connections() {
      return connections.size;
    },
    listeners: (channel) =>
      [...connections].filter(({ channels, isDeaf }) => !isDeaf && channels.has(channel)).length,
  };
};
