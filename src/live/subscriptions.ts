import type { Logger } from '../lib/logger.ts';
import type { Warn } from '../lib/seldom.ts';
import { closePusher, createPusher, refusalCode, type RealtimeServer } from './pusher.ts';

export interface RealtimeOptions extends RealtimeServer {
  /** The event that carries a live match (specification, "Real-time live match updates"). */
  readonly event: string;
}

export interface SubscriptionsOptions extends RealtimeOptions {
  /** A frame of a match, as it came. */
  readonly onFrame: (matchId: number, payload: unknown) => void;
  /** Nothing is replayed: after every (re)subscription the state has to be read again. */
  readonly onSubscribed: (matchId: number) => void;
  /** The connection was lost, or given up: nothing is pushed until matches are subscribed again. */
  readonly onLost: () => void;
  readonly log: Logger;
  /** Is told of errors of the connection. */
  readonly warn: Warn;
}

/** One Pusher connection with a channel for each match that is listened to. */
export interface Subscriptions {
  /** Listens to exactly these matches from now on. */
  listenTo: (matchIds: ReadonlySet<number>) => void;
  isConnected: () => boolean;
  stop: () => void;
}

/** The library tries no more once it was refused; an operator may mend the account meanwhile. */
const AFTER_REFUSAL = 60_000;

const KEY_REFUSED = 'REALTIME_APP_KEY is refused by the realtime server: compare key and cluster';

const channelOf = (matchId: number): string => `matches.${matchId}`;

export const openSubscriptions = (options: SubscriptionsOptions): Subscriptions => {
  const { event, onFrame, onSubscribed, onLost, log, warn } = options;
  const pusher = createPusher(options);
  const listening = new Set<number>();
  let hasStopped = false;
  let again: NodeJS.Timeout | undefined;

  pusher.connection.bind('state_change', (change: { previous: string; current: string }) => {
    log.info({ state: change.current }, 'realtime connection');
    if (hasStopped) return;
    if (change.previous === 'connected') onLost();
    if (change.current !== 'disconnected') return;
    again = setTimeout(() => {
      pusher.connect();
    }, AFTER_REFUSAL);
  });
  pusher.connection.bind('error', (error: unknown) => {
    warn({ err: error }, refusalCode(error) === null ? 'realtime error' : KEY_REFUSED);
  });

  const subscribe = (matchId: number): void => {
    const channel = pusher.subscribe(channelOf(matchId));
    channel.bind('pusher:subscription_succeeded', () => {
      onSubscribed(matchId);
    });
    channel.bind(event, (payload: unknown) => {
      onFrame(matchId, payload);
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
