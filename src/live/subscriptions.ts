import { setTimeout as pause } from 'node:timers/promises';
import pusherJs from 'pusher-js';
import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { Warn } from './seldom.ts';

export interface RealtimeOptions {
  readonly appKey: string;
  readonly cluster: string;
  /** The event that carries a live match (specification, "Real-time live match updates"). */
  readonly event: string;
  /** Only for a server other than the provider's own. */
  readonly server?: { readonly host: string; readonly port: number; readonly tls: boolean };
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
  /**
   * Resolves when the server has taken us, or does not answer yet.
   * @throws when it refuses the application key for good (Pusher protocol, codes 4000 to 4099).
   */
  readonly accepted: () => Promise<void>;
  stop: () => void;
}

// The package's types describe an ES module; at run time its CommonJS export is the class itself.
const Pusher = pusherJs as unknown as typeof pusherJs.default;

/** What pusher-js says when the server closes for good (Pusher protocol, "Error codes"). */
const refusal = z.object({
  error: z.object({ data: z.object({ code: z.number().min(4_000).max(4_099) }) }),
});

const isRefusal = (error: unknown): boolean =>
  refusal.safeParse(error).success || refusal.safeParse({ error }).success;

const ANSWER_WITHIN = 5_000;

/**
 * A socket may be dead without either end being told. After so much silence it is asked for a sign of
 * life, and given up without an answer: 30 seconds in all, in place of the library's 150.
 */
const SILENCE = { activityTimeout: 20_000, pongTimeout: 10_000 } as const;

/** The library tries no more once it was refused; an operator may mend the account meanwhile. */
const AFTER_REFUSAL = 60_000;

const channelOf = (matchId: number): string => `matches.${matchId}`;

const serverOptions = ({ host, port, tls }: NonNullable<RealtimeOptions['server']>) => ({
  wsHost: host,
  wsPort: port,
  wssPort: port,
  forceTLS: tls,
  enabledTransports: [tls ? ('wss' as const) : ('ws' as const)],
});

export const openSubscriptions = (options: SubscriptionsOptions): Subscriptions => {
  const { appKey, cluster, event, server, onFrame, onSubscribed, onLost, log, warn } = options;
  const pusher = new Pusher(appKey, {
    cluster,
    enableStats: false,
    ...SILENCE,
    ...(server === undefined ? {} : serverOptions(server)),
  });
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
  const answered = Promise.withResolvers<undefined>();
  // Whoever does not ask is not to be told by an unhandled rejection.
  answered.promise.catch(() => undefined);
  pusher.connection.bind('connected', () => {
    answered.resolve(undefined);
  });
  pusher.connection.bind('error', (error: unknown) => {
    warn({ err: error }, 'realtime error');
    if (!isRefusal(error)) return;
    answered.reject(
      new Error('REALTIME_APP_KEY is refused by the realtime server: compare key and cluster', {
        cause: error,
      }),
    );
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
    accepted: () =>
      Promise.race([answered.promise, pause(ANSWER_WITHIN, undefined, { ref: false })]),
    isConnected: () => pusher.connection.state === 'connected',
    stop: () => {
      hasStopped = true;
      clearTimeout(again);
      pusher.disconnect();
    },
  };
};
