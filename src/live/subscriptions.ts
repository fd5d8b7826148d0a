import { LRUCache } from 'lru-cache';
import type { LivePoints } from '../domain/match/live-points.ts';
import type { Logger } from '../lib/logger.ts';
import { createReconnectBackoff } from '../lib/backoff.ts';
import { createThrottledLog, type ThrottledLog } from '../lib/throttled-log.ts';
import { MINUTE } from '../lib/time.ts';
import { parseLive } from '../padel-api/wire/live.ts';
import {
  closePusher,
  createPusher,
  refusalCode,
  refusalReason,
  type RealtimeServer,
} from './pusher.ts';
import type { Clocks } from '../lib/clocks.ts';

export interface RealtimeOptions extends RealtimeServer {
  /** The event name of live matches; by default any with the specification's ending. */
  readonly event?: string;
}

export interface SubscriptionsOptions extends RealtimeOptions, Pick<Clocks, 'monotonic'> {
  /** A frame of a channel, not parsed yet, and the matches that are subscribed to on it. */
  readonly onFrame: (matchIds: ReadonlySet<number>, payload: unknown) => void;
  /** Nothing is replayed: after every (re)subscription the state has to be read again. */
  readonly onSubscribed: (matchId: number) => void;
  /** The connection was lost: there are no pushes until matches are subscribed again. */
  readonly onLost: () => void;
  readonly random: () => number;
  readonly log: Logger;
}

/** The library does not reconnect after a refusal, but an operator may repair the account. */
const REFUSED_RETRY_MS = MINUTE;

/** Between connections that are lost soon. */
const RECONNECT_DELAYS = { firstMs: 500, maxMs: MINUTE } as const;

/**
 * The end of a live match's event name (specification, "Real-time live match updates"); namespaces
 * differ.
 */
const LIVE_EVENT_SUFFIX = String.raw`\MatchLiveUpdated`;

/** Whether an event is a frame of a live match. */
export const liveEvents =
  ({ event: configured }: Pick<RealtimeOptions, 'event'>) =>
  (event: string): boolean =>
    configured === undefined ? event.endsWith(LIVE_EVENT_SUFFIX) : event === configured;

/** Opens one Pusher connection. */
export const openSubscriptions = (options: SubscriptionsOptions) => {
  const { onFrame, onSubscribed, onLost, monotonic, random, log } = options;
  const warn = createThrottledLog(log, monotonic);
  const odd = createThrottledLog(log, monotonic);
  const logState = createStateLog(log, monotonic);
  const pusher = createPusher(options, {
    backoff: createReconnectBackoff({ ...RECONNECT_DELAYS, monotonic, random }),
    onReconnect: (delayMs) => {
      warn({ delayMs: Math.round(delayMs) }, 'realtime connection lost, reconnecting');
    },
    onUnreadableFrame: (error) => {
      odd({ err: error }, 'realtime frame unreadable');
    },
  });
  const isLiveEvent = liveEvents(options);
  /** The matches of each channel: usually one. */
  const listening = new Map<string, ReadonlySet<number>>();
  let hasStopped = false;
  let retry: NodeJS.Timeout | undefined;

  pusher.connection.bind('state_change', (change: { previous: string; current: string }) => {
    logState(change.current);
    if (hasStopped) return;
    if (change.previous === 'connected') onLost();
    if (change.current !== 'disconnected') return;
    retry = setTimeout(() => {
      pusher.connect();
    }, REFUSED_RETRY_MS);
  });
  pusher.connection.bind('error', (error: unknown) => {
    const code = refusalCode(error);
    if (code === null) {
      warn({ err: error }, 'realtime connection error');
      return;
    }
    const [why, next] = refusalReason(code);
    // Retried every minute, so its log needs no throttle; after 4000 the library changes to TLS for good.
    log.warn({ err: error }, `the realtime server refuses us (${code}): ${why}, retrying. ${next}`);
  });

  const matchesOf = (name: string): ReadonlySet<number> => listening.get(name) ?? new Set();

  const subscribe = (name: string): void => {
    const channel = pusher.subscribe(name);
    channel.bind('pusher:subscription_succeeded', () => {
      for (const id of matchesOf(name)) onSubscribed(id);
    });
    channel.bind_global((event: string, payload: unknown) => {
      if (isLiveEvent(event)) onFrame(matchesOf(name), payload);
    });
  };

  const unsubscribe = (name: string): void => {
    pusher.channel(name).unbind_all();
    pusher.unsubscribe(name);
    listening.delete(name);
  };

  return {
    /** Subscribes to exactly these matches from now on, each on the channel of this name. */
    listenTo: (channels: ReadonlyMap<number, string>): void => {
      const wanted = matchesByChannel(channels);
      for (const name of [...listening.keys()]) if (!wanted.has(name)) unsubscribe(name);
      for (const [name, ids] of wanted) {
        const before = listening.get(name);
        listening.set(name, ids);
        if (before === undefined) subscribe(name);
        // Its earlier frames were skipped: as after a subscription, its state has to be read.
        else for (const id of ids) if (!before.has(id)) onSubscribed(id);
      }
    },
    /** Subscribes again to the channel of a match: the server may have dropped the subscription. */
    renew: (matchId: number): void => {
      for (const [name, ids] of [...listening]) {
        if (!ids.has(matchId)) continue;
        unsubscribe(name);
        listening.set(name, ids);
        subscribe(name);
      }
    },
    isConnected: (): boolean => pusher.connection.state === 'connected',
    stop: (): void => {
      hasStopped = true;
      clearTimeout(retry);
      closePusher(pusher);
    },
  };
};

export type Subscriptions = ReturnType<typeof openSubscriptions>;

const matchesByChannel = (
  channels: ReadonlyMap<number, string>,
): ReadonlyMap<string, ReadonlySet<number>> =>
  new Map(
    [...Map.groupBy(channels, ([, name]) => name)].map(([name, matches]) => [
      name,
      new Set(matches.map(([id]) => id)),
    ]),
  );

/**
 * Parses the pushes of a channel. A frame that is no update, or is of a match that is not subscribed to
 * on it, is skipped: the live list has the truth.
 */
export const createFrameReader =
  ({ warn, take }: { readonly warn: ThrottledLog; readonly take: (update: LivePoints) => void }) =>
  (matchIds: ReadonlySet<number>, payload: unknown): void => {
    const update = parseLive(payload);
    if (update !== null && matchIds.has(update.matchId)) {
      take(update);
      return;
    }
    const [matchId] = matchIds;
    if (update === null) warn({ matchId }, 'frame unreadable, skipped');
    else
      warn({ matchId, of: update.matchId }, 'frame is of another match than its channel, skipped');
  };

/** Logs the states of a connection, each at most once a minute. */
const createStateLog = (log: Logger, monotonic: () => number): ((state: string) => void) => {
  const byState = new Map<string, ThrottledLog>();
  return (state) => {
    if (state === 'connecting') return;
    const info = byState.get(state) ?? createThrottledLog(log, monotonic, 'info');
    byState.set(state, info);
    info({ state }, 'realtime connection state changed');
  };
};

/** What names a channel: the live resources, which answer a request, or a frame. */
type ChannelSource = 'read' | 'frame';

type Names = Readonly<Partial<Record<ChannelSource | 'inUse', string>>>;

/** More matches than may be in play or next at the same time. */
const MAX_MATCHES = 2_000;

/** The form of the specification, for a match whose channel no source has named. */
export const specifiedChannel = (matchId: number): string => `matches.${matchId}`;

/** The channels on which the service pushes its matches, by the names that it last said. */
export const createChannels = () => {
  const channels = new LRUCache<number, Names>({ max: MAX_MATCHES });

  return {
    of: (matchId: number): string => channels.get(matchId)?.inUse ?? specifiedChannel(matchId),
    /** Whether any source has named its channel. */
    isNamed: (matchId: number): boolean => channels.get(matchId)?.inUse !== undefined,
    /**
     * A source names the channel of a match. What it has said before is no news: two sources that
     * differ do not replace each other's names for ever.
     * @returns whether another channel is in use from now on
     */
    named: (matchId: number, name: string, source: ChannelSource): boolean => {
      const names = channels.get(matchId) ?? {};
      if (names[source] === name) return false;
      const before = names.inUse ?? specifiedChannel(matchId);
      channels.set(matchId, { ...names, [source]: name, inUse: name });
      return name !== before;
    },
    /**
     * Nothing is pushed on the channel in use.
     * @returns whether another one is in use from now on: that of the live resources
     */
    silent: (matchId: number): boolean => {
      const names = channels.get(matchId);
      if (names?.read === undefined || names.read === names.inUse) return false;
      channels.set(matchId, { ...names, inUse: names.read });
      return true;
    },
  };
};
