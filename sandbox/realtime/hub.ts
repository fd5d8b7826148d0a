import { SECOND } from '../../src/lib/time.ts';
import {
  channelOf,
  errorFrame,
  faultOfChannel,
  frame,
  needsAuth,
  readClientFrame,
  REFUSALS,
  subscriptionErrorFrame,
  type ClientFrame,
} from './frames.ts';
import { createTransit, type Transit } from './transit.ts';

/** The part of a WebSocket that the hub needs. */
export interface HubSocket {
  send: (text: string) => void;
  close: (code: number, reason: string) => void;
  terminate: () => void;
}

interface Connection {
  readonly id: string;
  readonly socket: HubSocket;
  readonly channels: Set<string>;
  /** Half-open: the network is gone without notice to either end, and nothing passes. */
  isDeaf: boolean;
  /** The timer of its silence. */
  watch: NodeJS.Timeout | undefined;
}

/** A message for all subscribers of a channel. */
export interface Publication {
  readonly channel: string;
  readonly name: string;
  /** The event's data as text, usually JSON; it travels unchanged. */
  readonly data: string;
  /** A connection that does not get it, usually its own sender. */
  readonly exceptSocketId?: string | undefined;
}

/** Connections and their subscriptions. */
export interface Hub {
  /** Greets a new socket; the result receives its messages and its end. */
  join: (socket: HubSocket) => {
    readonly receive: (text: string) => void;
    readonly leave: () => void;
  };
  publish: (publication: Publication) => void;
  /** Cuts every connection, without a closing handshake, as a broken network does. */
  cutAll: () => void;
  /** Makes every connection half-open: nothing passes, without notice. New ones work. */
  deafenAll: () => void;
  /** Forgets all subscriptions to a channel, without notice. */
  drop: (channel: string) => void;
  /** How publications are delivered from now on. */
  travel: (transit: Transit) => void;
  readonly connections: number;
  /** How many working connections subscribe to a channel. */
  listeners: (channel: string) => number;
}

/** After how much silence a client is pinged, and closed, as the protocol recommends. */
export interface Patience {
  /** Seconds of silence after which either side pings. */
  readonly activityTimeout: number;
  /** Seconds that a client has for its pong. */
  readonly pongTimeout: number;
}

const PUBLISHED_PATIENCE: Patience = { activityTimeout: 120, pongTimeout: 30 };

/** Creates an empty hub. */
export const createHub = (patience: Patience = PUBLISHED_PATIENCE): Hub => {
  const connections = new Set<Connection>();
  let greeted = 0;
  let way = createTransit('plain');

  const subscribe = (connection: Connection, channel: string): void => {
    const fault = faultOfChannel(channel);
    if (fault !== null) {
      connection.socket.send(errorFrame(fault));
      return;
    }
    if (needsAuth(channel)) {
      connection.socket.send(subscriptionErrorFrame(channel));
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

  /** Waits for the client's next word: first in silence, then for its pong. */
  const listen = (connection: Connection): void => {
    clearTimeout(connection.watch);
    connection.watch = setTimeout(() => {
      if (!connection.isDeaf) connection.socket.send(frame('pusher:ping', {}));
      connection.watch = setTimeout(() => {
        if (connection.isDeaf) return;
        const { code, message } = REFUSALS.silent;
        connection.socket.send(errorFrame(message, code));
        connection.socket.close(code, message);
      }, patience.pongTimeout * SECOND);
    }, patience.activityTimeout * SECOND);
  };

  const receive = (connection: Connection, text: string): void => {
    if (connection.isDeaf) return;
    listen(connection);
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
        watch: undefined,
      };
      connections.add(connection);
      listen(connection);
      const greeting = { socket_id: connection.id, activity_timeout: patience.activityTimeout };
      socket.send(frame('pusher:connection_established', greeting));
      return {
        receive: (text) => {
          receive(connection, text);
        },
        leave: () => {
          clearTimeout(connection.watch);
          connections.delete(connection);
        },
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
    drop(channel) {
      for (const { channels } of connections) channels.delete(channel);
    },
    travel(transit) {
      way = createTransit(transit);
    },
    get connections() {
      return connections.size;
    },
    listeners: (channel) =>
      [...connections].filter(({ channels, isDeaf }) => !isDeaf && channels.has(channel)).length,
  };
};
