import pusherJs from 'pusher-js';
import { z } from 'zod';
import type { TcpAddress } from '../lib/ports.ts';
import { addSafeguards, type PusherSafeguards } from './pusher-guards.ts';

/** The server that pushes live matches. */
export interface RealtimeServer {
  readonly appKey: string;
  readonly cluster: string;
  /** Only for a server other than the provider's. */
  readonly server?: { readonly host: string; readonly port: number; readonly tls: boolean };
}

const isClass = (value: unknown): boolean => typeof value === 'function';

// The package's types describe an ES module; at run time its CommonJS export is the class itself.
const Pusher = z.custom<typeof pusherJs.default>(isClass).parse(pusherJs);

/** Ten times the provider's own limit. */
const MAX_FRAME_BYTES = 256 * 1024;

// Its WebSocket takes options that its types omit; by default it reads frames of 64 MiB.
type WebSocketClass = new (
  url: string,
  protocols: readonly string[],
  options: { readonly maxLength: number },
) => ReturnType<typeof Pusher.Runtime.createWebSocket>;
const Socket = z.custom<WebSocketClass>(isClass).parse(Pusher.Runtime.getWebSocketAPI());
Pusher.Runtime.createWebSocket = (url) => new Socket(url, [], { maxLength: MAX_FRAME_BYTES });

/**
 * A dead socket may go unnoticed. After this silence it is pinged, and closed without an answer: 30
 * seconds in all, instead of the library's 150.
 */
const TIMEOUTS = { activityTimeout: 20_000, pongTimeout: 10_000 } as const;

const serverOptions = ({ host, port, tls }: NonNullable<RealtimeServer['server']>) => ({
  wsHost: host,
  wsPort: port,
  wssPort: port,
  forceTLS: tls,
  enabledTransports: [tls ? ('wss' as const) : ('ws' as const)],
});

/** Where it listens: the provider's servers as pusher-js derives them (Pusher's documentation, "Clusters"). */
export const serverAddress = ({ cluster, server }: RealtimeServer): TcpAddress =>
  server ?? { host: `ws-${cluster}.pusher.com`, port: 443 };

export const createPusher = (
  { appKey, cluster, server }: RealtimeServer,
  guards?: PusherSafeguards,
): pusherJs.default => {
  let isGuarded = guards === undefined;

  /** The library's constructor connects: safeguards have to be added before. */
  class GuardedPusher extends Pusher {
    override connect(): void {
      if (!isGuarded && guards !== undefined) addSafeguards(this.connection, guards);
      isGuarded = true;
      super.connect();
    }
  }

  const pusher = new GuardedPusher(appKey, {
    cluster,
    enableStats: false,
    ...TIMEOUTS,
    ...(server === undefined ? {} : serverOptions(server)),
  });
  // Node reports no network changes, but the library's listeners for them would keep every
  // connection in memory.
  Pusher.Runtime.getNetwork().unbind_all();
  return pusher;
};

/** Closes a connection permanently. The library would keep it and its listeners in memory for ever. */
export const closePusher = (pusher: ReturnType<typeof createPusher>): void => {
  pusher.disconnect();
  pusher.connection.unbind_all();
  for (const channel of pusher.allChannels()) channel.unbind_all();
  const index = Pusher.instances.indexOf(pusher);
  if (index >= 0) Pusher.instances.splice(index, 1);
};

type Refusal = readonly [why: string, next: string];

const OTHER_VERSION: Refusal = [
  'it speaks another version of the protocol',
  'Update Bandeja; check REALTIME_HOST if it is set.',
];

/**
 * Why the server refuses, and what to do ("Pusher Channels Protocol", "Error codes"): 4000 to 4099 mean
 * that another attempt with the same parameters fails. From 4100 on a client connects again after a
 * second, from 4200 on at once; 4301 is for events of clients, which we never send.
 */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  4000: ['it speaks TLS only', 'Set REALTIME_TLS to yes.'],
  4001: [
    'the key is unknown there',
    "Check REALTIME_APP_KEY and REALTIME_CLUSTER against the service's documentation.",
  ],
  4003: ['the application is disabled', 'Contact the data service about its realtime channels.'],
  4004: ['the application has too many connections', 'Tell the data service, or try again later.'],
  4005: ['no realtime server is at that path', 'Check REALTIME_HOST and REALTIME_PORT.'],
  4006: OTHER_VERSION,
  4007: OTHER_VERSION,
  4008: OTHER_VERSION,
  4009: [
    'it takes authorised connections only',
    'Contact the data service: its channels are public no more.',
  ],
};

const OTHER_REFUSAL: Refusal = [
  'it does not say why',
  "Check the REALTIME_ variables against the service's documentation.",
];

export const refusalReason = (code: number): Refusal => REFUSALS[code] ?? OTHER_REFUSAL;

const errorData = z.object({ code: z.number().min(4_000).max(4_099) });

/** The two shapes of pusher-js's error when the server refuses permanently. */
const errorFrames = z.union([
  z.object({ error: z.object({ data: errorData }) }).transform(({ error }) => error.data),
  z.object({ data: errorData }).transform(({ data }) => data),
]);

/** The code with which the server refuses permanently, as in REFUSALS; null for a temporary error. */
export const refusalCode = (error: unknown): number | null =>
  errorFrames.safeParse(error).data?.code ?? null;
