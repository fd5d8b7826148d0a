import { createChannelChanges, type ChannelChanges } from '#src/alerts/channels/channel-news.ts';
import type { DeliveryOptions } from '#src/alerts/delivery/delivery.ts';
import { createIngest } from '#src/alerts/ingest/ingest.ts';
import { startDelivery, type Deliverer } from '#src/alerts/delivery/start-delivery.ts';
import type { MatchObserver } from '#src/domain/match/observer.ts';

/** What observes, what delivers, and what changes between, of one process that does all of it. */
export interface Alerts extends ChannelChanges, Omit<Deliverer, 'handOver'> {
  readonly observer: MatchObserver;
}

/** Joins the parts of the alerts as the application does in a process that is alone. */
export const startAlerts = (options: DeliveryOptions): Alerts => {
  const { db, now, log } = options;
  const { handOver, ...deliverer } = startDelivery(options);
  const { wake } = deliverer;
  return {
    ...deliverer,
    ...createChannelChanges({ db, now, wake }),
    observer: createIngest({ db, now, log, handOver, wake }),
  };
};
