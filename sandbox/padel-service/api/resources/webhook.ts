import { z } from 'zod';
import { EVENT_NAMES, specifiedNames } from '../../webhooks/event-names.ts';
import { SUBSCRIPTION_ID, type Subscription } from '../../webhooks/subscription.ts';
import { isoInstant } from '../../world/schedule/days.ts';
import { pathOf, resource, type Shown } from '../resource.ts';

/** The fields of a webhook that may subscribe to these events. */
export const webhookFields = <const Name extends string>(names: readonly Name[]) => ({
  id: z.int(),
  self: z.string(),
  url: z.string(),
  events: z.array(z.enum(names)),
  secret: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
});

/** A webhook (specification, WebhookResource). */
export const webhookSchema = resource('Webhook', webhookFields(EVENT_NAMES));

/** The answer to the removal of a webhook. */
export const webhookRemovedSchema = resource('WebhookRemoved', { message: z.string() });

/** A subscription with all its events, as the public service shows it today. */
export const shownWebhook = (
  id: number,
  { url, events, secret, createdAt, updatedAt }: Subscription,
) => ({
  id,
  self: pathOf('webhooks', id),
  url,
  events,
  secret,
  created_at: isoInstant(createdAt),
  updated_at: isoInstant(updatedAt),
});

/** The account's subscription as the specification shows it. */
export const webhookResource = (
  subscription: Subscription,
): Shown<z.infer<typeof webhookSchema>> => ({
  ...shownWebhook(SUBSCRIPTION_ID, subscription),
  events: specifiedNames(subscription.events),
});
