import { createChannelChanges, type ChannelChanges } from '#src/alerts/channels/channel-news.ts';
import type { DeliveryOptions } from '#src/alerts/delivery/delivery.ts';
import { createIngest } from '#src/alerts/ingest/ingest.ts';
import { startDelivery, type Deliverer } from '#src/alerts/start-delivery.ts';
import type { MatchObserver } from '#src/domain/match/observer.ts';

/** The observer, the delivery and the channel changes of one process that has all roles. */
export interface Alerts extends ChannelChanges, Deliverer {
  readonly observer: MatchObserver;
}

/** Wires the alerts as the application does in a single process. */
export const startAlerts = (options: DeliveryOptions): Alerts => {
  const { db, now, log } = options;
  const deliverer = startDelivery(options);
  const { wake } = deliverer;
  return {
    ...deliverer,
    ...createChannelChanges({ db, now, wake }),
    observer: createIngest({ db, now, log, wake }),
  };
};
