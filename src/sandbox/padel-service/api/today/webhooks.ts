import { z } from 'zod';
import { EVENT_NAMES_TODAY } from '../../webhooks/event-names.ts';
import type { Subscription } from '../../webhooks/subscription.ts';
import type { Webhook, Webhooks } from '../../webhooks/webhooks.ts';
import { isoInstant } from '../../world/days.ts';
import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { choice, says } from '../input.ts';
import { pathOf, resourceToday, type Shown } from '../resource.ts';
import { webhookRemovedSchema } from '../resources/webhook.ts';
import { urlField } from '../webhooks.ts';

const webhookSchema = resourceToday('WebhookToday', {
  id: z.int(),
  self: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_NAMES_TODAY)),
  secret: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
});

const eventsField = z
  .array(
    choice(EVENT_NAMES_TODAY),
    says((field) => `The ${field} field must be an array.`),
  )
  .refine(
    (events) => new Set(events).size === events.length,
    says((field) => `The ${field} field has a duplicate value.`),
  );

const shown = (id: number, { url, events, secret, ...times }: Subscription) => ({
  id,
  self: pathOf('webhooks', id),
  url,
  events,
  secret,
  created_at: isoInstant(times.createdAt),
  updated_at: isoInstant(times.updatedAt),
});

/** All but the end of the secret is hidden: only its creation tells the whole. */
const masked = (id: number, subscription: Subscription): Shown<z.output<typeof webhookSchema>> => ({
  ...shown(id, subscription),
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
      summary: 'Creates a webhook; the secret is told this once',
      plan: 'business',
      body: { url: urlField(allowLoopback), events: eventsField },
      answer: webhookSchema,
      answerTo: ({ body }, { now }) => {
        const webhook = webhooks.create(body, now);
        return shown(webhook.id, subscriptionOf(webhook));
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
      body: { url: urlField(allowLoopback).optional(), events: eventsField.optional() },
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
