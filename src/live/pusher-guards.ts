import type pusherJs from 'pusher-js';
import { z } from 'zod';
import type { ReconnectBackoff } from '../lib/backoff.ts';

type Manager = pusherJs.default['connection'];
type Strategy = Manager['strategy'];
type Runner = Manager['runner'];

/** What pusher-js does not do by itself, for one connection. */
export interface PusherGuards {
  readonly backoff: ReconnectBackoff;
  /** Is told of each connection that is opened again, and after how many milliseconds. */
  readonly onReconnect: (delayMs: number) => void;
  /** Is told of a frame that is passed over. */
  readonly onOddFrame: (error?: unknown) => void;
}

/** Guards a connection that was not opened yet. */
export const guard = (manager: Manager, guards: PusherGuards): void => {
  paceConnections(manager, guards);
  checkFrames(manager, guards);
  boundActivityTimeout(manager);
};

const failedHandshake = z.object({ action: z.literal('error'), error: z.unknown() });

/**
 * By itself pusher-js opens a connection again at once after a close with a code of 4200 to 4299, each
 * second after most others, and never after a greeting that it cannot read. A strategy is what opens
 * its connections, all of them.
 */
const paceConnections = (manager: Manager, { backoff, onReconnect }: PusherGuards): void => {
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
 * What pusher-js throws in the middle of a frame stops its socket from being read, and it stays
 * "connected": so it gets no frame without an event, and what it throws at another ends here.
 */
const checkFrames = ({ connectionCallbacks }: Manager, { onOddFrame }: PusherGuards): void => {
  const take = connectionCallbacks.message;
  connectionCallbacks.message = (message: unknown) => {
    if (!frame.safeParse(message).success) {
      onOddFrame();
      return;
    }
    try {
      take(message);
    } catch (error) {
      onOddFrame(error);
    }
  };
};

/** A server that wants to hear from us more often than this is not taken at its word, milliseconds. */
const LEAST_ACTIVITY_TIMEOUT = 5_000;

/** The server's greeting says after how much silence it is to be pinged: with 0, without end. */
const boundActivityTimeout = ({ handshakeCallbacks }: Manager): void => {
  const take = handshakeCallbacks.connected;
  handshakeCallbacks.connected = (handshake) => {
    const asked = Number(handshake.activityTimeout);
    const activityTimeout = Math.max(LEAST_ACTIVITY_TIMEOUT, Number.isNaN(asked) ? 0 : asked);
    take({ ...handshake, activityTimeout });
  };
};
