import { withTimeout } from '../lib/with-timeout.ts';
import { probePort, type TcpAddress } from '../lib/ports.ts';
import { closePusher, createPusher, refusalCode, type RealtimeServer } from './pusher.ts';

/** What came of connecting to the realtime server, and listening to one channel. */
export type RealtimeInspection =
  | { readonly kind: 'listening' }
  /** Refused for good (Pusher protocol, "Error codes"). */
  | { readonly kind: 'refused'; readonly code: number }
  /** Something accepts the connection, and does not speak the protocol. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

/** Milliseconds, for the connection and again for the rest. */
const PATIENCE = 8_000;

/** A public channel: anybody may listen to any, whether or not there is such a match. */
const CHANNEL = 'matches.1';

/** Where pusher-js finds the provider's servers (Pusher's documentation, "Clusters"). */
const endOf = ({ cluster, server }: RealtimeServer): TcpAddress =>
  server ?? { host: `ws-${cluster}.pusher.com`, port: 443 };

/**
 * Connects and listens as the live feed does, then leaves.
 * @param patience milliseconds to wait for each step
 */
export const inspectRealtime = async (
  realtime: RealtimeServer,
  patience = PATIENCE,
): Promise<RealtimeInspection> => {
  try {
    await probePort(endOf(realtime), patience);
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
    return await withTimeout(listening, patience);
  } catch {
    return { kind: 'silent' };
  } finally {
    closePusher(pusher);
  }
};
