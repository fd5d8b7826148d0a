import type { Logger } from '../lib/logger.ts';
import { createReconnectBackoff } from '../lib/backoff.ts';
import { createThrottledLog, type ThrottledLog } from '../lib/throttled-log.ts';
import { MINUTE } from '../lib/time.ts';
import { closePusher, createPusher, refusalCode, type RealtimeServer } from './pusher.ts';

export interface RealtimeOptions extends RealtimeServer {
  /** The one event that carries a live match; by default any that ends like the specification's. */
  readonly event?: string;
}

export interface SubscriptionsOptions extends RealtimeOptions {
  /** A frame of a match, as it came. */
  readonly onFrame: (matchId: number, payload: unknown) => void;
  /** Nothing is replayed: after every (re)subscription the state has to be read again. */
  readonly onSubscribed: (matchId: number) => void;
  /** The connection was lost, or given up: nothing is pushed until matches are subscribed again. */
  readonly onLost: () => void;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** 0 to 1, for the jitter between two connections. */
  readonly random: () => number;
  readonly log: Logger;
}

/** One Pusher connection with a channel for each match that is listened to. */
export interface Subscriptions {
  /** Listens to exactly these matches from now on. */
  listenTo: (matchIds: ReadonlySet<number>) => void;
  isConnected: () => boolean;
  stop: () => void;
}

/** The library tries no more once it was refused; an operator may mend the account meanwhile. */
const AFTER_REFUSAL = MINUTE;

const KEY_REFUSED = 'REALTIME_APP_KEY is refused by the realtime server: compare key and cluster';

/** Between two connections that do not last, milliseconds. */
const RECONNECT_DELAYS = { firstMs: 500, maxMs: MINUTE } as const;

/** Ends the event of a live match (specification, "Real-time live match updates"); namespaces differ. */
const LIVE_EVENT_SUFFIX = String.raw`\MatchLiveUpdated`;

const channelOf = (matchId: number): string => `matches.${matchId}`;

export const openSubscriptions = (options: SubscriptionsOptions): Subscriptions => {
  const { onFrame, onSubscribed, onLost, monotonic, random, log } = options;
  const warn = createThrottledLog(log, monotonic);
  const odd = createThrottledLog(log, monotonic);
  const tellState = createStateLog(log, monotonic);
  const pusher = createPusher(options, {
    backoff: createReconnectBackoff({ ...RECONNECT_DELAYS, monotonic, random }),
    onReconnect: (delayMs) => {
      warn({ delayMs: Math.round(delayMs) }, 'realtime connection lost, reconnecting');
    },
    onOddFrame: (error) => {
      odd({ err: error }, 'a realtime frame could not be read');
    },
  });
  const isLiveEvent = (event: string): boolean =>
    options.event === undefined ? event.endsWith(LIVE_EVENT_SUFFIX) : event === options.event;
  const listening = new Set<number>();
  let hasStopped = false;
  let again: NodeJS.Timeout | undefined;

  pusher.connection.bind('state_change', (change: { previous: string; current: string }) => {
    tellState(change.current);
    if (hasStopped) return;
    if (change.previous === 'connected') onLost();
    if (change.current !== 'disconnected') return;
    again = setTimeout(() => {
      pusher.connect();
    }, AFTER_REFUSAL);
  });
  pusher.connection.bind('error', (error: unknown) => {
    // A refusal is tried again each minute: that is one line a minute by itself.
    if (refusalCode(error) === null) warn({ err: error }, 'realtime error');
    else log.warn({ err: error }, KEY_REFUSED);
  });

  const subscribe = (matchId: number): void => {
    const channel = pusher.subscribe(channelOf(matchId));
    channel.bind('pusher:subscription_succeeded', () => {
      onSubscribed(matchId);
    });
    channel.bind_global((event: string, payload: unknown) => {
      if (isLiveEvent(event)) onFrame(matchId, payload);
    });
    listening.add(matchId);
  };

  const unsubscribe = (matchId: number): void => {
    pusher.channel(channelOf(matchId)).unbind_all();
    pusher.unsubscribe(channelOf(matchId));
    listening.delete(matchId);
  };

  return {
    listenTo: (matchIds) => {
      for (const id of [...listening]) if (!matchIds.has(id)) unsubscribe(id);
      for (const id of matchIds) if (!listening.has(id)) subscribe(id);
    },
    isConnected: () => pusher.connection.state === 'connected',
    stop: () => {
      hasStopped = true;
      clearTimeout(again);
      closePusher(pusher);
    },
  };
};

/** Logs the states of a connection, each once a minute at most. */
const createStateLog = (log: Logger, monotonic: () => number): ((state: string) => void) => {
  const byState = new Map<string, ThrottledLog>();
  return (state) => {
    if (state === 'connecting') return;
    const tell = byState.get(state) ?? createThrottledLog(log, monotonic, 'info');
    byState.set(state, tell);
    tell({ state }, 'realtime connection');
  };
};
