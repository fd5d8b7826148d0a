import { withTimeout } from '../lib/with-timeout.ts';
import { probePort, type TcpAddress } from '../lib/ports.ts';
import { closePusher, createPusher, refusalCode, type RealtimeServer } from './pusher.ts';

/** The result of connecting to the realtime server and subscribing to one channel. */
export type RealtimeInspection =
  | { readonly kind: 'listening' }
  /** Permanently refused (Pusher protocol, "Error codes"). */
  | { readonly kind: 'refused'; readonly code: number }
  /** The connection is accepted, but the protocol is not spoken. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

/** For the connection, and again for the subscription. */
const TIMEOUT_MS = 8_000;

/** Public channels accept any subscription, whether or not the match exists. */
const CHANNEL = 'matches.1';

/** The provider's servers as pusher-js derives them (Pusher's documentation, "Clusters"). */
const endOf = ({ cluster, server }: RealtimeServer): TcpAddress =>
  server ?? { host: `ws-${cluster}.pusher.com`, port: 443 };

/**
 * Connects and subscribes as the live feed does, then disconnects.
 * @param timeoutMs for each step
 */
export const inspectRealtime = async (
  realtime: RealtimeServer,
  timeoutMs = TIMEOUT_MS,
): Promise<RealtimeInspection> => {
  try {
    await probePort(endOf(realtime), timeoutMs);
  } catch (error) {
    return { kind: 'unreachable', cause: error };
  }
  const pusher = createPusher(realtime);
  const listening = new Promise<RealtimeInspection>((resolve) => {
    pusher.connection.bind('error', (error: unknown) => {
      const code = refusalCode(error);
      if (code !== null) resolve({ kind: 'refused', code });
    });
    pusher.subscribe(CHANNEL).bind('pusher:subscription_succeeded', () => {
      resolve({ kind: 'listening' });
    });
  });
  try {
    return await withTimeout(listening, timeoutMs);
  } catch {
    return { kind: 'silent' };
  } finally {
    closePusher(pusher);
  }
};
