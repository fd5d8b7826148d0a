import type pusherJs from 'pusher-js';
import { z } from 'zod';
import type { ReconnectBackoff } from '../lib/backoff.ts';

type Manager = pusherJs.default['connection'];
type Strategy = Manager['strategy'];
type Runner = Manager['runner'];

/** Safeguards for one connection that pusher-js lacks. */
export interface PusherSafeguards {
  readonly backoff: ReconnectBackoff;
  readonly onReconnect: (delayMs: number) => void;
  readonly onUnreadableFrame: (error?: unknown) => void;
}

/** Adds the safeguards to a connection that is not open yet. */
export const addSafeguards = (manager: Manager, guards: PusherSafeguards): void => {
  paceConnections(manager, guards);
  checkFrames(manager, guards);
  boundActivityTimeout(manager);
};

const failedHandshake = z.object({ action: z.literal('error'), error: z.unknown() });

/**
 * By default pusher-js reconnects at once after a close with a code of 4200 to 4299, every second
 * after most others, and never after an unreadable handshake. All its connections are opened by a
 * strategy, so the strategy is wrapped.
 */
const paceConnections = (manager: Manager, { backoff, onReconnect }: PusherSafeguards): void => {
  let isFirst = true;
  const delay = (): number => {
    const delayMs = backoff.nextDelayMs();
    onReconnect(delayMs);
    return delayMs;
  };

  const paced = (strategy: Strategy): Strategy => ({
    isSupported: () => strategy.isSupported(),
    connect: (minPriority, callback: (error: unknown, handshake?: unknown) => void) => {
      let runner: Runner | undefined;
      let timer: NodeJS.Timeout | undefined;
      const connect = (): void => {
        runner = strategy.connect(minPriority, (error: unknown, handshake?: unknown) => {
          const failed = failedHandshake.safeParse(handshake).data;
          if (failed !== undefined) runner?.abort();
          callback(error ?? failed?.error, handshake);
        });
      };
      if (isFirst) connect();
      else timer = setTimeout(connect, delay());
      isFirst = false;
      return {
        abort: () => {
          clearTimeout(timer);
          runner?.abort();
        },
        forceMinPriority: (priority: number) => {
          runner?.forceMinPriority(priority);
        },
      };
    },
  });

  const getStrategy = manager.options.getStrategy.bind(manager.options);
  manager.options.getStrategy = (options: unknown) => paced(getStrategy(options));
  manager.strategy = paced(manager.strategy);
  manager.bind('connected', backoff.connected);
};

const frame = z.object({ event: z.string(), channel: z.string().optional() });

/**
 * An exception inside pusher-js stops the reading of its socket, while it stays "connected": frames
 * without an event are skipped, and exceptions at others are caught.
 */
const checkFrames = (
  { connectionCallbacks }: Manager,
  { onUnreadableFrame }: PusherSafeguards,
): void => {
  const take = connectionCallbacks.message;
  connectionCallbacks.message = (message: unknown) => {
    if (!frame.safeParse(message).success) {
      onUnreadableFrame();
      return;
    }
    try {
      take(message);
    } catch (error) {
      onUnreadableFrame(error);
    }
  };
};

/** The shortest activity timeout that is accepted from a server, milliseconds. */
const MIN_ACTIVITY_TIMEOUT_MS = 5_000;

/** The server's handshake sets the silence before a ping: with 0, pings would never stop. */
const boundActivityTimeout = ({ handshakeCallbacks }: Manager): void => {
  const take = handshakeCallbacks.connected;
  handshakeCallbacks.connected = (handshake) => {
    const requested = Number(handshake.activityTimeout);
    const activityTimeout = Math.max(
      MIN_ACTIVITY_TIMEOUT_MS,
      Number.isNaN(requested) ? 0 : requested,
    );
    take({ ...handshake, activityTimeout });
  };
};
