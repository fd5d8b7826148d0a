import type { FastifyInstance } from 'fastify';
import { pathOf } from '../api/resource.ts';
import type { Subject } from '../news/news.ts';
import { isoInstant } from '../world/schedule/days.ts';
import type { Deliveries } from './deliveries.ts';
import type { Delivery } from './delivery.ts';
import { eventOf } from './event-names.ts';
import type { Webhooks } from './webhooks.ts';

const KINDS = {
  tournament: 'tournaments',
  match: 'matches',
  player: 'players',
} as const satisfies Record<Subject, string>;

const shown = ({ number, news, state, tries, answer }: Readonly<Delivery>) => ({
  number,
  event: eventOf(news),
  resource: pathOf(KINDS[news.subject], news.id),
  occurred_at: isoInstant(news.at),
  state,
  tries,
  answer,
});

const shownAll = ({ waiting, recent }: Deliveries) => ({
  waiting: waiting(),
  deliveries: recent().map(shown),
});

/** Adds `GET /sandbox/webhooks`: the subscriptions and the last deliveries, without secrets. */
export const addInspection = (
  server: FastifyInstance,
  { subscriptions, deliveries }: Webhooks,
): void => {
  server.get('/sandbox/webhooks', () => {
    const subscription = subscriptions.current();
    return {
      webhook: subscription && { url: subscription.url, events: subscription.events },
      ...shownAll(deliveries),
    };
  });
};
