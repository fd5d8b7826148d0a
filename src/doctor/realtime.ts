import { isDeepStrictEqual } from 'node:util';
import { probePort } from '../lib/ports.ts';
import { MINUTE } from '../lib/time.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import {
  closePusher,
  createPusher,
  refusalCode,
  refusalReason,
  serverAddress,
} from '../live/pusher.ts';
import { liveEvents, specifiedChannel, type RealtimeOptions } from '../live/subscriptions.ts';
import type { Inspector } from '../padel-api/inspection.ts';
import { parseLive } from '../padel-api/wire/live.ts';
import { errorSummary, findingsAbout, type Finding } from './finding.ts';

const { passed, warned, failed } = findingsAbout('Live socket');

interface RealtimeCheck {
  readonly realtime: RealtimeOptions;
  /** The rows of the live list now; empty when it cannot be read. */
  readonly live: Inspector['live'];
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

const SILENT = failed(
  'Something other than a realtime server answers.',
  'Check REALTIME_HOST, REALTIME_PORT and REALTIME_TLS; proxies must pass WebSockets.',
);

const CONNECTED = passed(
  'Connected, and subscribed to a channel; no match is in play whose pushes could be awaited.',
);

const unreachable = (cause: unknown): Finding =>
  failed(
    `It cannot be reached: ${errorSummary(cause)}.`,
    'Check REALTIME_CLUSTER, or REALTIME_HOST and REALTIME_PORT, and the network.',
  );

/** The server refuses permanently (Pusher protocol, "Error codes"). */
const refused = (code: number): Finding => {
  const [why, next] = refusalReason(code);
  return failed(`The realtime server refuses us (${code}): ${why}.`, next);
};

const seconds = (ms: number): number => Math.round(ms / 1_000);

const unheard = (matchId: number, afterMs: number, hasMoved: boolean): Finding => {
  const says = `Subscribed, but nothing was pushed of match ${matchId} in ${seconds(afterMs)} s`;
  if (!hasMoved) return passed(`${says}; nothing happened in the live list, either.`);
  return warned(
    `${says}, while its points changed in the live list.`,
    "Check REALTIME_EVENT and REALTIME_APP_KEY against the service's documentation; until pushes come, scores are polled.",
  );
};

/** Connects and subscribes as the live feed does, waits for a frame of a match in play, then disconnects. */
export const realtimeFinding = async (options: RealtimeCheck): Promise<Finding> => {
  const { realtime, live, monotonic, onListening } = options;
  const { timeoutMs = TIMEOUT_MS, listenMs = LISTEN_MS } = options;
  try {
    await probePort(serverAddress(realtime), timeoutMs);
  } catch (error) {
    return unreachable(error);
  }
  const match = (await live()).find(({ status }) => status === null || status === 'live');
  const { matchId = ANY_MATCH, channel = specifiedChannel(matchId) } = match ?? {};
  const isLiveEvent = liveEvents(realtime);
  const heard = Promise.withResolvers<undefined>();
  const pusher = createPusher(realtime);
  const subscribed = new Promise<Finding>((resolve) => {
    pusher.connection.bind('error', (error: unknown) => {
      const code = refusalCode(error);
      if (code !== null) resolve(refused(code));
    });
    const subscription = pusher.subscribe(channel);
    subscription.bind('pusher:subscription_succeeded', () => {
      resolve(CONNECTED);
    });
    subscription.bind_global((event: string, payload: unknown) => {
      if (isLiveEvent(event) && parseLive(payload)?.matchId === matchId) heard.resolve(undefined);
    });
  });
  try {
    const connection = await withTimeout(subscribed, timeoutMs).catch(() => SILENT);
    if (connection !== CONNECTED || match === undefined) return connection;
    onListening(matchId, listenMs);
    const began = monotonic();
    const hasHeard = await withTimeout(heard.promise, listenMs).then(
      () => true,
      () => false,
    );
    const afterMs = monotonic() - began;
    if (hasHeard) return passed(`A push of match ${matchId} came after ${seconds(afterMs)} s.`);
    const later = (await live()).find((row) => row.matchId === matchId);
    return unheard(
      matchId,
      afterMs,
      later !== undefined && !isDeepStrictEqual(later.sets, match.sets),
    );
  } finally {
    closePusher(pusher);
  }
};
