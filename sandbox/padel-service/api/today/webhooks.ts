import type { z } from 'zod';
import { EVENT_NAMES_TODAY } from '../../webhooks/event-names.ts';
import type { Subscription } from '../../webhooks/subscription.ts';
import type { Webhook, Webhooks } from '../../webhooks/webhooks.ts';
import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { resourceToday, type Shown } from '../resource.ts';
import { shownWebhook, webhookFields, webhookRemovedSchema } from '../resources/webhook.ts';
import { eventsField, urlField } from '../endpoints/webhooks.ts';

const webhookSchema = resourceToday('WebhookToday', webhookFields(EVENT_NAMES_TODAY));

const eventsToday = eventsField(EVENT_NAMES_TODAY);

/** Hides the secret but for its end: the service shows the whole secret at creation only. */
const masked = (id: number, subscription: Subscription): Shown<z.output<typeof webhookSchema>> => ({
  ...shownWebhook(id, subscription),
  secret: `********...${subscription.secret.slice(-4)}`,
});

/** The endpoints of the account's webhooks as the public service has them today. */
export const webhookTodayEndpoints = (
  webhooks: Webhooks,
  { allowLoopback }: { readonly allowLoopback: boolean },
): readonly Endpoint[] => {
  const webhookAt = (id: number): Webhook => {
    const found = webhooks.all().find((each) => each.id === id);
    if (found === undefined) throw notFound();
    return found;
  };
  const subscriptionOf = ({ subscriptions }: Webhook): Subscription => {
    const subscription = subscriptions.current();
    if (subscription === null) throw notFound();
    return subscription;
  };

  return [
    endpoint({
      method: 'POST',
      path: '/webhooks',
      summary: 'Creates a webhook; the secret is shown only now',
      plan: 'business',
      body: { url: urlField(allowLoopback), events: eventsToday },
      answer: webhookSchema,
      answerTo: ({ body }, { now }) => {
        const webhook = webhooks.create(body, now);
        return shownWebhook(webhook.id, subscriptionOf(webhook));
      },
    }),

    list({
      method: 'GET',
      path: '/webhooks',
      summary: 'All webhooks of the account',
      of: webhookSchema,
      entries: () => webhooks.all().filter(({ subscriptions }) => subscriptions.current() !== null),
      show: (webhook) => masked(webhook.id, subscriptionOf(webhook)),
    }),

    endpoint({
      method: 'GET',
      path: '/webhooks/{webhook}',
      summary: 'One webhook',
      answer: webhookSchema,
      answerTo: ({ path }) => masked(path.webhook, subscriptionOf(webhookAt(path.webhook))),
    }),

    endpoint({
      method: 'PATCH',
      path: '/webhooks/{webhook}',
      summary: 'Changes what is given of a webhook; without events it is paused',
      body: { url: urlField(allowLoopback).optional(), events: eventsToday.optional() },
      answer: webhookSchema,
      answerTo: ({ path, body }, { now }) => {
        const subscription = webhookAt(path.webhook).subscriptions.update(body, now);
        if (subscription === null) throw notFound();
        return masked(path.webhook, subscription);
      },
    }),

    endpoint({
      method: 'DELETE',
      path: '/webhooks/{webhook}',
      summary: 'Removes a webhook for good; its deliveries stop at once',
      answer: webhookRemovedSchema,
      answerTo: ({ path }) => {
        if (!webhookAt(path.webhook).subscriptions.remove()) throw notFound();
        return { message: 'Webhook deleted.' };
      },
    }),
  ];
};
