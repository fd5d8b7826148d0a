import pusherJs from 'pusher-js';
import { z } from 'zod';
import { guard, type PusherGuards } from './pusher-guards.ts';

/** Where the pushes of live matches come from. */
export interface RealtimeServer {
  readonly appKey: string;
  readonly cluster: string;
  /** Only for a server other than the provider's own. */
  readonly server?: { readonly host: string; readonly port: number; readonly tls: boolean };
}

const isClass = (value: unknown): boolean => typeof value === 'function';

// The package's types describe an ES module; at run time its CommonJS export is the class itself.
const Pusher = z.custom<typeof pusherJs.default>(isClass).parse(pusherJs);

/** The provider's own limit is a tenth of it. */
const MAX_FRAME_BYTES = 256 * 1024;

// Its WebSocket takes options that its types do not know; by itself it reads frames of 64 MiB.
type WebSocketClass = new (
  url: string,
  protocols: readonly string[],
  options: { readonly maxLength: number },
) => ReturnType<typeof Pusher.Runtime.createWebSocket>;
const Socket = z.custom<WebSocketClass>(isClass).parse(Pusher.Runtime.getWebSocketAPI());
Pusher.Runtime.createWebSocket = (url) => new Socket(url, [], { maxLength: MAX_FRAME_BYTES });

/**
 * A socket may be dead without either end being told. After so much silence it is asked for a sign of
 * life, and given up without an answer: 30 seconds in all, in place of the library's 150.
 */
const SILENCE = { activityTimeout: 20_000, pongTimeout: 10_000 } as const;

const serverOptions = ({ host, port, tls }: NonNullable<RealtimeServer['server']>) => ({
  wsHost: host,
  wsPort: port,
  wssPort: port,
  forceTLS: tls,
  enabledTransports: [tls ? ('wss' as const) : ('ws' as const)],
});

/** Begins to connect. */
export const createPusher = (
  { appKey, cluster, server }: RealtimeServer,
  guards?: PusherGuards,
): pusherJs.default => {
  let isGuarded = guards === undefined;

  /** The constructor of the library connects: what guards a connection comes before. */
  class GuardedPusher extends Pusher {
    override connect(): void {
      if (!isGuarded && guards !== undefined) guard(this.connection, guards);
      isGuarded = true;
      super.connect();
    }
  }

  const pusher = new GuardedPusher(appKey, {
    cluster,
    enableStats: false,
    ...SILENCE,
    ...(server === undefined ? {} : serverOptions(server)),
  });
  // In Node nothing tells of a network that comes or goes, but who watches it holds every connection.
  Pusher.Runtime.getNetwork().unbind_all();
  return pusher;
};

/** Ends a connection for good. The library keeps it for ever, and would keep all that listens to it. */
export const closePusher = (pusher: ReturnType<typeof createPusher>): void => {
  pusher.disconnect();
  pusher.connection.unbind_all();
  for (const channel of pusher.allChannels()) channel.unbind_all();
  const kept = Pusher.instances.indexOf(pusher);
  if (kept >= 0) Pusher.instances.splice(kept, 1);
};

const refusal = z.object({ code: z.number().min(4_000).max(4_099) });

/** What pusher-js says when the server closes for good, in either of two shapes. */
const refusals = z.union([
  z.object({ error: z.object({ data: refusal }) }).transform(({ error }) => error.data),
  z.object({ data: refusal }).transform(({ data }) => data),
]);

/**
 * Why the server refuses us for good (Pusher protocol, "Error codes": 4000 to 4099); null for any other
 * trouble, which passes.
 */
export const refusalCode = (error: unknown): number | null =>
  refusals.safeParse(error).data?.code ?? null;
