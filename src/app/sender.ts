import { countedSender, laneName } from '../alerts/counted-sender.ts';
import { WAKE_CAUSES } from '../alerts/delivery.ts';
import { startAgenda } from '../alerts/agenda.ts';
import { createDraws } from '../alerts/agenda/draws.ts';
import { createMornings } from '../alerts/agenda/mornings.ts';
import { createRankings } from '../alerts/agenda/rankings.ts';
import { createReminders } from '../alerts/agenda/reminders.ts';
import type { DirectPost } from '../alerts/channels/post-directly.ts';
import { createServerEvents } from '../alerts/server-events/server-events.ts';
import { startDelivery, type Deliverer } from '../alerts/start-delivery.ts';
import { createEventWriter } from '../discord/event-writer.ts';
import { DISCORD_GLOBAL } from '../discord/pacer.ts';
import type { Refusals } from '../discord/refusals.ts';
import { createSender } from '../discord/sender.ts';
import type { Category } from '../domain/terms.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { firstPlaces } from '../padel-api/first-places.ts';
import type { Lease } from '../processes/leases.ts';
import { BELLS, PARTS, type Context } from './context.ts';

export interface SenderOptions extends Context {
  readonly lease: Lease;
  readonly api: PadelApi;
  readonly refusals: Refusals;
  /** Discord's id of the bot itself. */
  readonly ownId: string;
}

/** All that is written to Discord beside answers: posts and cards, reminders, events of servers. */
export const startSending = (options: SenderOptions): Promise<Deliverer> => {
  const { config, db, lease, api, refusals, ownId, processes, metrics, shutdown } = options;
  const { now, monotonic, log } = options;
  const { formerlyFreeFor } = lease;
  // Discord counts what whoever sent before us has sent in the last second, too: so long after it may
  // have sent for the last time nothing goes out.
  const restFirst = Math.max(0, DISCORD_GLOBAL.held - (formerlyFreeFor ?? DISCORD_GLOBAL.held));
  const sender = createSender({
    ...config.discord,
    now: monotonic,
    refusals,
    ownId: () => ownId,
    mayWrite: lease.isHeld,
    restFirst,
  });
  shutdown.add('sender', sender.stop);
  const delivery = startDelivery({
    db,
    sender: countedSender(sender, metrics.discord),
    now,
    log,
    onOutcome: (outcome, lane) => {
      metrics.delivery(outcome, laneName(lane));
    },
  });
  shutdown.addBeside('alerts', delivery.stop, 'sender');
  processes.onRing(BELLS.alerts, (words) => {
    delivery.wake(...WAKE_CAUSES.filter((cause) => words.split(' ').includes(cause)));
  });
  // Our own processes ask, with the same code.
  processes.answerFor(PARTS.sender, (asked) => delivery.postDirectly(asked as DirectPost));

  // Asked of whoever listens then.
  const serviceNow = (): number => api.serviceNow();
  const writer = createEventWriter({
    ...config.discord,
    ownId: () => ownId,
    refusals,
    mayWrite: lease.isHeld,
    restFor: sender.restFor,
  });
  shutdown.addBeside('events of servers', writer.stop, 'sender');
  const serverEvents = createServerEvents({
    db,
    now,
    serviceNow,
    writer,
    log,
  });
  const agenda = startAgenda({
    parts: {
      draws: createDraws({ db, now }),
      reminders: createReminders({ db, now, serviceNow }),
      mornings: createMornings({ db, now, serviceNow }),
      rankings: createRankings({
        db,
        now,
        serviceNow,
        ranking: (category: Category) => firstPlaces(api, category),
        log,
      }),
      serverEvents: serverEvents.review,
    },
    log,
    wake: delivery.wake,
  });
  shutdown.addBeside('agenda', agenda.stop, 'sender');
  return Promise.resolve(delivery);
};
