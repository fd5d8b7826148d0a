import { Agent } from 'node:http';
import Pusher from 'pusher';
import type { RealtimeApp } from '../../realtime/index.ts';
import { liveBody, type FeedUpdate } from './feed.ts';

/** The name of the live event, with single backslashes on the wire (specification, "Events"). */
export const LIVE_EVENT = String.raw`App\Service\Events\MatchLiveUpdated`;

/** The provider takes at most so many events in one call. */
const BATCH = 10;

/** Pushes live updates to a realtime server. */
export interface Push {
  /** Sends updates in their order. Never fails: what cannot be sent is reported and lost. */
  readonly send: (updates: readonly FeedUpdate[]) => Promise<void>;
  close: () => void;
}

/**
 * Creates a push over the official SDK to a realtime server.
 * @param address is asked at the first send, when the server listens
 */
export const createPush = (
  app: RealtimeApp,
  address: () => { host: string; port: number },
  onError: (error: unknown) => void,
): Push => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let pusher: Pusher | null = null;
  const connected = (): Pusher => {
    const { host, port } = address();
    pusher ??= new Pusher({ ...app, host, port: String(port), useTLS: false, agent });
    return pusher;
  };

  const sendBatch = async (updates: readonly FeedUpdate[]): Promise<void> => {
    const events = updates.map((update) => {
      const body = liveBody(update);
      return { channel: body.channel, name: LIVE_EVENT, data: body };
    });
    await connected().triggerBatch(events);
  };

  return {
    async send(updates) {
      try {
        for (let from = 0; from < updates.length; from += BATCH) {
          await sendBatch(updates.slice(from, from + BATCH));
        }
      } catch (error) {
        onError(error);
      }
    },
    close() {
      agent.destroy();
    },
  };
};
