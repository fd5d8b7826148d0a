import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { WorldRequest } from '../discord/control-contract.ts';
import type { Instant } from '../../src/domain/terms.ts';
import type { World } from '../discord/shown-state.ts';
import { createRealtime, SANDBOX_APP } from '../realtime/index.ts';
import { channelShown } from './live/channels.ts';
import { stateAt } from './live/feed.ts';
import { ADDRESSES } from './api/addresses.ts';
import { addApi } from './api/index.ts';
import { createQuotas, type Quota, type Usage } from './api/today/quotas.ts';
import { webhookTodayEndpoints } from './api/today/webhooks.ts';
import { webhookEndpoints } from './api/endpoints/webhooks.ts';
import { createClock } from './clock.ts';
import { addControl, createControl } from './control.ts';
import { createBehaviour } from './faults.ts';
import { createPublisher } from './live/publisher.ts';
import { createPush } from './live/push.ts';
import { openState, type OpeningMoment } from './opening.ts';
import { retold } from './retold.ts';
import { realTimers, type Timers } from './timers.ts';
import { truthOf, type Truth } from './truth.ts';
import { addInspection } from './webhooks/inspection.ts';
import { requireReceiverUrl } from './webhooks/receiver-url.ts';
import type { SubscriptionOptions } from './webhooks/subscription.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import type { CalledNames } from './world/people/called-names.ts';
import type { Profile } from './world/profile.ts';

export { LIVE_EVENT, LIVE_EVENT_TODAY } from './live/push.ts';
export type { OpeningMoment } from './opening.ts';
export type { Profile } from './world/profile.ts';
export type { Truth } from './truth.ts';
export { ReceiverUrlError } from './webhooks/receiver-url.ts';

export interface PadelServiceOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host?: string;
  /** The world's seed; 1 unless a state file says otherwise. */
  readonly seed?: number;
  /**
   * `YYYY-MM-DD`, the first day of the world, independent of the real date: the same seed and day
   * give the same world. Today (UTC) unless a state file says otherwise.
   */
  readonly day?: string;
  /** World seconds per real second; 1 unless a state file says otherwise. 0 stops the clock. */
  readonly speed?: number;
  /** Requests a minute and token; in the profile `today` instead of each plan's. */
  readonly rateLimit?: number;
  /** Requests a token, instead of what its plan allows, in the profile `today`. */
  readonly quotas?: Partial<Quota>;
  /**
   * Which API it serves: `specification` unless a state file says otherwise, or `today`, what the public
   * service adds to it. Can be changed while it runs (`steer`).
   */
  readonly profile?: Profile;
  readonly opening?: OpeningMoment;
  /** Where it shows the names that players go by, beyond the specification; nowhere by default. */
  readonly calledNames?: CalledNames;
  /** Where the world's clock and the webhook are kept, so that a restart continues with them. */
  readonly stateFile?: string;
  /**
   * The receiver of changes, and its secret. Overrides the state file, except that a removed webhook
   * stays removed. By default there is no receiver, and the secret follows from the world.
   */
  readonly webhook?: SubscriptionOptions;
  /** Whether the webhook may lead to this machine, over plain HTTP too. */
  readonly allowLoopbackWebhooks?: boolean;
  /** The real clock, milliseconds. */
  readonly now?: () => number;
  readonly timers?: Timers;
  /** Where failures are logged; by default as JSON lines on stderr. */
  readonly log?: FastifyBaseLogger;
}

/** A padel data service that is running. */
export interface PadelService {
  readonly url: string;
  /** `url` with the API's prefix. */
  readonly apiUrl: string;
  readonly port: number;
  getWorld: () => World;
  /** The world's clock. */
  now: () => Instant;
  /** Changes the world; resolves when all events of an advanced span are published. */
  steer: (request: WorldRequest) => Promise<World>;
  /** The whole course of a match, its future included; null for an unknown id. */
  truth: (matchId: number) => Truth | null;
  /** How many clients hear the pushes of a match: on the channel that it has now in the profile of now. */
  listeners: (matchId: number) => number;
  /** The secret that signs deliveries; null when the webhook was removed. */
  webhookSecret: () => string | null;
  /** Resolves when all deliveries so far have ended, retries included. */
  webhooksIdle: () => Promise<void>;
  /** Handles requests without the network. */
  readonly inject: FastifyInstance['inject'];
  /** What a token has used of its quotas in the profile `today`. */
  quotasUsed: (token: string) => Usage;
  stop: () => Promise<void>;
}

/**
 * Starts the whole padel data service: the API under `/api`, the realtime server under `/app` and
 * `/apps`, the steering under `/sandbox`, all on one port; and its webhook.
 * @throws RangeError when no world can start on the day
 * @throws StateFileError when the state file is unusable, of another world, or holds a webhook
 *   whose address is not allowed
 * @throws ReceiverUrlError when the address of the given webhook is not allowed
 * @throws Error with the code `EADDRINUSE` when the port is taken
 */
export const startPadelService = async (options: PadelServiceOptions): Promise<PadelService> => {
  const { host = '127.0.0.1', rateLimit = 60, now = Date.now, timers = realTimers } = options;
  const { allowLoopbackWebhooks: allowLoopback = false, webhook } = options;
  if (webhook?.url !== undefined) requireReceiverUrl(webhook.url, { allowLoopback });
  const opening = openState(options, now());
  const { world, setting, subscription, keepClock, keepSubscription, keepProfile } = opening;
  const clock = createClock(setting, now, keepClock);
  const server = Fastify({
    ...ADDRESSES,
    forceCloseConnections: true,
    ...(options.log
      ? { loggerInstance: options.log }
      : { logger: { level: 'error', stream: process.stderr } }),
  });
  const reporting = (message: string) => (error: unknown) => {
    server.log.error(error, message);
  };
  const webhooks = createWebhooks({
    ...{ world, clock, timers, subscription },
    keep: keepSubscription,
    onError: reporting('webhook events not delivered'),
  });
  const quotas = createQuotas(
    {
      ...(options.rateLimit === undefined ? {} : { minute: options.rateLimit }),
      ...options.quotas,
    },
    { real: now, service: clock.now },
  );
  const behaviour = createBehaviour(timers);
  // Publishers sign with the machine's clock, whatever the clock of the world.
  const realtime = createRealtime({ app: SANDBOX_APP, now: Date.now });

  await realtime.mount(server);
  addApi(server, {
    ...{ world, clock, now, rateLimit, quotas },
    misbehave: behaviour.misbehave,
    refuses: behaviour.refuses,
    tell: (answer) => retold(answer, behaviour),
    furtherEndpoints: {
      specification: webhookEndpoints(webhooks.subscriptions, { allowLoopback }),
      today: webhookTodayEndpoints(webhooks, { allowLoopback }),
    },
  });

  let port = options.port;
  const push = createPush(
    SANDBOX_APP,
    () => ({ host, port }),
    () => world.profile,
    reporting('a live update could not be published'),
    (body) => retold(body, behaviour),
  );
  const publisher = createPublisher({
    ...{ world, clock, timers },
    publish: (updates) => push.send(updates.filter(({ match }) => !behaviour.isSilent(match.id))),
    onError: reporting('live updates could not be made'),
  });
  const catchUp = async (): Promise<void> => {
    await Promise.all([publisher.catchUp(), webhooks.follower.catchUp()]);
  };
  const control = createControl({
    world,
    clock,
    catchUp,
    realtime,
    behaviour,
    keepProfile,
    timers,
  });
  addControl(server, control);
  addInspection(server, webhooks);

  const url = await server.listen({ host, port: options.port });
  port = Number(new URL(url).port);
  await catchUp();

  return {
    url,
    apiUrl: `${url}/api`,
    port,
    getWorld: control.getWorld,
    now: clock.now,
    steer: control.steer,
    truth(matchId) {
      const match = world.truth(matchId, clock.now());
      return match && truthOf(match);
    },
    listeners(matchId) {
      const match = world.truth(matchId, clock.now());
      if (match === null) return 0;
      const { shown } = stateAt(match, clock.now());
      const isToday = world.profile === 'today';
      return realtime.listeners(isToday ? channelShown(match, shown) : `matches.${matchId}`);
    },
    webhookSecret: () => webhooks.subscriptions.current()?.secret ?? null,
    webhooksIdle: webhooks.idle,
    quotasUsed: quotas.usedBy,
    inject: server.inject.bind(server),
    async stop() {
      await Promise.all([publisher.stop(), webhooks.stop()]);
      behaviour.release();
      realtime.unplug();
      push.close();
      await server.close();
    },
  };
};
