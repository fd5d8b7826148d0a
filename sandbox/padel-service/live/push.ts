import { Agent } from 'node:http';
import Pusher from 'pusher';
import type { RealtimeApp } from '../../realtime/index.ts';
import type { Profile } from '../world/profile.ts';
import { channelOfUpdate } from './channels.ts';
import { liveBody, type FeedUpdate } from './feed.ts';
import { liveBodyToday } from './today.ts';

/** The name of the live event, with single backslashes on the wire (specification, "Events"). */
export const LIVE_EVENT = String.raw`App\Service\Events\MatchLiveUpdated`;

/** Its name at the public service today (service-today, "Where"). */
export const LIVE_EVENT_TODAY = String.raw`App\PadelApi\Events\MatchLiveUpdated`;

/** An update as a profile pushes it. */
const eventOf = (update: FeedUpdate, profile: Profile, tell: (body: unknown) => unknown) => {
  const { match, shown } = update;
  if (profile === 'today') {
    const channel = channelOfUpdate(match, shown);
    return { channel, name: LIVE_EVENT_TODAY, data: tell(liveBodyToday(update)) };
  }
  const body = liveBody(update);
  return { channel: body.channel, name: LIVE_EVENT, data: tell(body) };
};

/** The most events that the provider takes in one call. */
const BATCH = 10;

/** Pushes live updates to a realtime server. */
export interface Push {
  /** Sends updates in their order. Never rejects: failed updates are reported and lost. */
  readonly send: (updates: readonly FeedUpdate[]) => Promise<void>;
  close: () => void;
}

/**
 * Creates a push over the official SDK to a realtime server.
 * @param address is read at the first send, when the server listens
 * @param profile the current one
 * @param tell makes of a frame what is sent
 */
export const createPush = (
  app: RealtimeApp,
  address: () => { host: string; port: number },
  profile: () => Profile,
  onError: (error: unknown) => void,
  tell: (body: unknown) => unknown,
): Push => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let pusher: Pusher | null = null;
  const connected = (): Pusher => {
    const { host, port } = address();
    pusher ??= new Pusher({ ...app, host, port: String(port), useTLS: false, agent });
    return pusher;
  };

  const sendBatch = async (updates: readonly FeedUpdate[]): Promise<void> => {
    await connected().triggerBatch(updates.map((update) => eventOf(update, profile(), tell)));
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
