import { isDeepStrictEqual } from 'node:util';
import type { LivePoints } from '../domain/match/live-points.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { probePort, type TcpAddress } from '../lib/ports.ts';
import { MINUTE } from '../lib/time.ts';
import { parseLive } from '../padel-api/wire/live.ts';
import { closePusher, createPusher, refusalCode, type RealtimeServer } from './pusher.ts';
import { liveEvents, specifiedChannel, type RealtimeOptions } from './subscriptions.ts';

export { refusalReason } from './pusher.ts';

/** The result of connecting to the realtime server and listening to a match in play. */
export type RealtimeInspection =
  /** Subscribed, but no match is in play, or the plan has no live list: no frame was to be expected. */
  | { readonly kind: 'connected' }
  | { readonly kind: 'heard'; readonly matchId: number; readonly afterMs: number }
  /** No frame came; `hasMoved` tells whether the live list has other points than before. */
  | {
      readonly kind: 'unheard';
      readonly matchId: number;
      readonly afterMs: number;
      readonly hasMoved: boolean;
    }
  /** Permanently refused (Pusher protocol, "Error codes"). */
  | { readonly kind: 'refused'; readonly code: number }
  /** The connection is accepted, but the protocol is not spoken. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

interface RealtimeInspectionOptions {
  readonly realtime: RealtimeOptions;
  /** The rows of the live list now; empty when it cannot be read. */
  readonly live: () => Promise<readonly LivePoints[]>;
  readonly monotonic: () => number;
  /** Called when the wait for a frame begins. */
  readonly onListening: (matchId: number, forMs: number) => void;
  /** For the connection, and again for the subscription. */
  readonly timeoutMs?: number | undefined;
  readonly listenMs?: number | undefined;
}

const TIMEOUT_MS = 8_000;

/** Longer than a change of ends. */
const LISTEN_MS = 2 * MINUTE;

/** Public channels accept any subscription, whether or not the match exists. */
const ANY_MATCH = 1;

/** The provider's servers as pusher-js derives them (Pusher's documentation, "Clusters"). */
const endOf = ({ cluster, server }: RealtimeServer): TcpAddress =>
  server ?? { host: `ws-${cluster}.pusher.com`, port: 443 };

const isInPlay = ({ status }: LivePoints): boolean => status === null || status === 'live';

/** Connects and subscribes as the live feed does, waits for a frame of a match in play, then disconnects. */
export const inspectRealtime = async (
  options: RealtimeInspectionOptions,
): Promise<RealtimeInspection> => {
  const { realtime, live, monotonic, onListening } = options;
  const { timeoutMs = TIMEOUT_MS, listenMs = LISTEN_MS } = options;
  try {
    await probePort(endOf(realtime), timeoutMs);
  } catch (error) {
    return { kind: 'unreachable', cause: error };
  }
  const match = (await live()).find(isInPlay);
  const { matchId = ANY_MATCH, channel = specifiedChannel(matchId) } = match ?? {};
  const isLiveEvent = liveEvents(realtime);
  const heard = Promise.withResolvers<undefined>();
  const pusher = createPusher(realtime);
  const subscribed = new Promise<RealtimeInspection>((resolve) => {
    pusher.connection.bind('error', (error: unknown) => {
      const code = refusalCode(error);
      if (code !== null) resolve({ kind: 'refused', code });
    });
    const subscription = pusher.subscribe(channel);
    subscription.bind('pusher:subscription_succeeded', () => {
      resolve({ kind: 'connected' });
    });
    subscription.bind_global((event: string, payload: unknown) => {
      if (isLiveEvent(event) && parseLive(payload)?.matchId === matchId) heard.resolve(undefined);
    });
  });
  try {
    const result = await withTimeout(subscribed, timeoutMs).catch(
      () => ({ kind: 'silent' }) as const,
    );
    if (result.kind !== 'connected' || match === undefined) return result;
    onListening(matchId, listenMs);
    const began = monotonic();
    const hasHeard = await withTimeout(heard.promise, listenMs).then(
      () => true,
      () => false,
    );
    const afterMs = monotonic() - began;
    if (hasHeard) return { kind: 'heard', matchId, afterMs };
    const later = (await live()).find((row) => row.matchId === matchId);
    const hasMoved = later !== undefined && !isDeepStrictEqual(later.sets, match.sets);
    return { kind: 'unheard', matchId, afterMs, hasMoved };
  } finally {
    closePusher(pusher);
  }
};
