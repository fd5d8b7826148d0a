import { startLoop } from '../lib/loop.ts';
import { createCardDelivery } from './deliver-cards.ts';
import { createPostDelivery, type DeliveryOptions } from './deliver-posts.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { readerOf } from './readers.ts';

export interface Alerts {
  readonly ingest: Ingest;
  /** Something changed that may have to be delivered: a follow, a mended channel. */
  wake: () => void;
  stop: () => Promise<void>;
}

/** Starts ingest and both delivery loops. What was in flight when the process died goes on. */
export const startAlerts = (options: Omit<DeliveryOptions, 'readerOf'>): Alerts => {
  const { db, now, log } = options;
  const delivery = { ...options, readerOf };
  const onError = (error: unknown): void => {
    log.error({ err: error }, 'delivery failed and goes on');
  };
  const posts = startLoop({ run: createPostDelivery(delivery), onError });
  const cards = startLoop({
    run: createCardDelivery(delivery, () => {
      cards.wake();
    }),
    onError,
  });
  const wake = (): void => {
    posts.wake();
    cards.wake();
  };
  return {
    ingest: createIngest({ db, now, log, wake }),
    wake,
    stop: async () => {
      await Promise.all([posts.stop(), cards.stop()]);
    },
  };
};
