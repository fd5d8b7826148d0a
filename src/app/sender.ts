import { randomUUID } from 'node:crypto';
import { instrumentedSender, sendPriorityName } from '../alerts/delivery/instrumented-sender.ts';
import { WAKE_CAUSES } from '../alerts/delivery/delivery.ts';
import { startAgenda } from '../alerts/agenda/agenda.ts';
import { createDraws } from '../alerts/agenda/draws.ts';
import { createDailyDigests } from '../alerts/agenda/daily-digests.ts';
import { createRankings } from '../alerts/agenda/rankings.ts';
import { createNextMatches } from '../alerts/agenda/next-matches.ts';
import { createReminders } from '../alerts/agenda/reminders.ts';
import type { DirectPost, PostIn } from '../alerts/channels/post-directly.ts';
import type { SendOutcome } from '../alerts/delivery/sender.ts';
import { createServerEvents } from '../alerts/server-events/server-events.ts';
import { startDelivery, type Deliverer } from '../alerts/start-delivery.ts';
import { createEventWriter } from '../discord/rest/event-writer.ts';
import { DISCORD_GLOBAL } from '../discord/rest/pacer.ts';
import type { InvalidRequestCounter } from '../discord/rest/invalid-request-counter.ts';
import { createSender } from '../discord/rest/sender.ts';
import type { Logger } from '../lib/logger.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { PER_PAGE } from '../padel-api/request/pages.ts';
import { topRanked } from '../padel-api/rankings.ts';
import type { Lease } from '../processes/leases.ts';
import type { Processes } from '../processes/processes.ts';
import { ROLES, TOPICS, type Context } from './context.ts';
import { datedBy } from './painter.ts';

interface AppSenderOptions extends Context {
  readonly lease: Lease;
  readonly api: PadelApi;
  readonly invalidRequests: InvalidRequestCounter;
  readonly ownId: string;
}

/** Starts everything that sends to Discord except answers: posts, cards, reminders, scheduled events. */
export const startSending = (options: AppSenderOptions): Promise<Deliverer> => {
  const { config, db, lease, api, invalidRequests, ownId, processes, metrics, shutdown } = options;
  const { now, monotonic, everyMinute, log } = options;
  const { msSinceReleased } = lease;
  // The last second of the former sender still counts in Discord's global rate limit.
  const initialDelayMs = Math.max(
    0,
    DISCORD_GLOBAL.windowMs - (msSinceReleased ?? DISCORD_GLOBAL.windowMs),
  );
  const sender = createSender({
    ...config.discord,
    now: monotonic,
    invalidRequests,
    ownId: () => ownId,
    mayWrite: lease.isHeld,
    initialDelayMs,
  });
  shutdown.add('sender', sender.stop);
  const delivery = startDelivery({
    db,
    sender: instrumentedSender(sender, metrics.discord),
    now,
    serviceNow: () => api.serviceNow(),
    draw: datedBy(options.draw, { now, serviceNow: () => api.serviceNow() }),
    whereToWatch: config.whereToWatch,
    log,
    onOutcome: (outcome, priority) => {
      metrics.delivery(outcome, sendPriorityName(priority));
    },
  });
  shutdown.addBeside('alerts', delivery.stop, 'sender');
  processes.topic(TOPICS.alerts).subscribe((causes) => {
    delivery.wake(...WAKE_CAUSES.filter((cause) => causes.split(' ').includes(cause)));
  });
  processes.handle(ROLES.sender, delivery.postDirectly);

  const serviceNow = (): number => api.serviceNow();
  const writer = createEventWriter({
    ...config.discord,
    ownId: () => ownId,
    invalidRequests,
    mayWrite: lease.isHeld,
    blockedForMs: sender.blockedForMs,
  });
  shutdown.addBeside('server events', writer.stop, 'sender');
  const serverEvents = createServerEvents({
    db,
    now,
    serviceNow,
    writer,
    log,
  });
  const agenda = startAgenda({
    jobs: {
      draws: createDraws({ db, now }),
      nextMatches: createNextMatches({
        db,
        now,
        log,
        meetings: async (pairs) =>
          (await api.head2Head(pairs, { perPage: PER_PAGE }, { priority: 'background' })).value
            .items,
      }),
      reminders: createReminders({ db, now, serviceNow }),
      dailyDigests: createDailyDigests({ db, now, serviceNow }),
      rankings: createRankings({
        db,
        now,
        serviceNow,
        ranking: (category, isNews) => topRanked(api, category, isNews),
        log,
      }),
      serverEvents: serverEvents.review,
    },
    everyMinute,
    log,
    wake: delivery.wake,
  });
  shutdown.addBeside('agenda', agenda.stop, 'sender');
  return Promise.resolve(delivery);
};

interface PostInOptions {
  /** The delivery of this process; null while another process has the sender's role. */
  readonly sending: () => Pick<Deliverer, 'postDirectly'> | null;
  readonly processes: Pick<Processes, 'call'>;
  readonly log: Logger;
}

const NO_RESPONSE: SendOutcome = {
  kind: 'failed',
  reason: 'no process that sends has answered',
  retryAfterMs: 0,
};

/** Posts for a waiting user, through the process that currently has the sender role. */
export const createPostIn =
  ({ sending, processes, log }: PostInOptions): PostIn =>
  async ({ discordId, kind }, body, { key = randomUUID(), priority = 'headline' } = {}) => {
    const post: DirectPost = { channel: { discordId, kind }, body, key, priority };
    const here = sending();
    try {
      if (here !== null) return await here.postDirectly(post);
      return await processes.call(ROLES.sender, post);
    } catch (error) {
      if (here !== null && !(error instanceof ShutdownError)) throw error;
      log.warn({ err: error }, 'post for a waiting interaction failed');
      return NO_RESPONSE;
    }
  };
