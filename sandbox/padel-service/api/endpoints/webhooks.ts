import { z } from 'zod';
import { EVENT_NAMES } from '../../webhooks/event-names.ts';
import { isReceiverUrl } from '../../webhooks/receiver-url.ts';
import { SUBSCRIPTION_ID, type Subscriptions } from '../../webhooks/subscription.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { choice, says, text } from '../input.ts';
import { webhookRemovedSchema, webhookResource, webhookSchema } from '../resources/webhook.ts';

export const urlField = (allowLoopback: boolean) =>
  text()
    .refine(
      (url) => isReceiverUrl(url, { allowLoopback }),
      says((field) => `The ${field} field must be a public HTTPS URL.`),
    )
    .meta({
      format: 'uri',
      description: `A public HTTPS URL${allowLoopback ? ', or one that leads to this machine' : ''}.`,
    });

export const eventsField = <const Name extends string>(names: readonly Name[]) =>
  z
    .array(
      choice(names),
      says((field) => `The ${field} field must be an array.`),
    )
    .refine(
      (events) => new Set(events).size === events.length,
      says((field) => `The ${field} field has a duplicate value.`),
    );

const specifiedEvents = eventsField(EVENT_NAMES).meta({
  uniqueItems: true,
  description: 'None pauses.',
});

/**
 * The endpoints of the account's webhook. The specification has none that creates, lists or shows
 * one.
 */
export const webhookEndpoints = (
  subscriptions: Subscriptions,
  { allowLoopback }: { readonly allowLoopback: boolean },
): readonly Endpoint[] => [
  endpoint({
    method: 'PATCH',
    path: '/webhooks/{webhook}',
    summary: 'Changes what is given of a webhook; without events it is paused',
    body: { url: urlField(allowLoopback).optional(), events: specifiedEvents.optional() },
    answer: webhookSchema,
    answerTo: ({ path, body }, { now }) => {
      if (path.webhook !== SUBSCRIPTION_ID) throw notFound();
      const subscription = subscriptions.update(body, now);
      if (subscription === null) throw notFound();
      return webhookResource(subscription);
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/webhooks/{webhook}',
    summary: 'Removes a webhook for good; its deliveries stop at once',
    answer: webhookRemovedSchema,
    answerTo: ({ path }) => {
      if (path.webhook !== SUBSCRIPTION_ID || !subscriptions.remove()) throw notFound();
      return { message: 'Webhook deleted.' };
    },
  }),
];
