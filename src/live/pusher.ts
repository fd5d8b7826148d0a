import pusherJs from 'pusher-js';
import { z } from 'zod';
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

/** Why the server refuses permanently, and what to do (Pusher protocol, "Error codes"). */
const REFUSALS: ReadonlyMap<number, readonly [why: string, next: string]> = new Map([
  [4000, ['it speaks TLS only', 'Set REALTIME_TLS to yes.']],
  [
    4001,
    [
      'the key is unknown there',
      "Check REALTIME_APP_KEY and REALTIME_CLUSTER against the service's documentation.",
    ],
  ],
  [4003, ['the application is disabled', 'Contact the data service about its realtime channels.']],
  [
    4004,
    ['the application has too many connections', 'Tell the data service, or try again later.'],
  ],
]);

const OTHER_REFUSAL = [
  'it does not say why',
  "Check the REALTIME_ variables against the service's documentation.",
] as const;

export const refusalReason = (code: number): readonly [why: string, next: string] =>
  REFUSALS.get(code) ?? OTHER_REFUSAL;

const errorData = z.object({ code: z.number().min(4_000).max(4_099) });

/** The two shapes of pusher-js's error when the server refuses permanently. */
const errorFrames = z.union([
  z.object({ error: z.object({ data: errorData }) }).transform(({ error }) => error.data),
  z.object({ data: errorData }).transform(({ data }) => data),
]);

/**
 * The code with which the server refuses permanently (Pusher protocol, "Error codes": 4000 to
 * 4099); null for a temporary error.
 */
export const refusalCode = (error: unknown): number | null =>
  errorFrames.safeParse(error).data?.code ?? null;
