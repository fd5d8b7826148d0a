import { once } from 'node:events';
import pusherJs, { type Channel } from 'pusher-js';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { SANDBOX_APP } from '#sandbox/realtime/index.ts';

// The package's types describe an ES module; at run time the CommonJS export is the class itself.
const PusherClient = pusherJs as unknown as typeof pusherJs.default;

export type Client = InstanceType<typeof PusherClient>;

/** The real client library, connected to a local server; it disconnects when the test ends. */
export const aClient = ({ port }: { readonly port: number }, key = SANDBOX_APP.key): Client => {
  const client = new PusherClient(key, {
    cluster: 'eu',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
  });
  onTestFinished(() => {
    client.disconnect();
  });
  return client;
};

/** Subscribes and waits until the server has confirmed it. */
export const subscribed = (client: Client, name: string): Promise<Channel> =>
  new Promise((resolve) => {
    const channel = client.subscribe(name);
    channel.bind('pusher:subscription_succeeded', () => {
      resolve(channel);
    });
  });

/** The next event of that name on a channel or a connection. */
export const next = (
  source: { bind: (event: string, callback: (data: unknown) => void) => unknown },
  event: string,
): Promise<unknown> =>
  new Promise((resolve) => {
    source.bind(event, resolve);
  });

/** Collects the data of all events of one name on a channel. */
export const gathered = (channel: Channel, event: string): unknown[] => {
  const received: unknown[] = [];
  channel.bind(event, (data: unknown) => {
    received.push(data);
  });
  return received;
};

/** A frame as it came over the wire. */
export interface RawFrame {
  readonly event: string;
  readonly data: unknown;
}

/** A bare socket, for frames that the client library would never send. */
export const openRaw = (port: number, path: string) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  const frames: RawFrame[] = [];
  const waiting: ((frame: RawFrame) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as RawFrame;
    const taker = waiting.shift();
    if (taker) taker(frame);
    else frames.push(frame);
  });
  return {
    socket,
    /** The next frame that has not been read yet. */
    frame: (): Promise<RawFrame> => {
      const first = frames.shift();
      if (first) return Promise.resolve(first);
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    /** The code with which the server closes. */
    closeCode: async (): Promise<unknown> => {
      const [code] = (await once(socket, 'close')) as unknown[];
      return code;
    },
  };
};
