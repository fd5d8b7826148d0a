import { z } from 'zod';
import { EVENT_NAMES, specifiedNames } from '../../webhooks/event-names.ts';
import { SUBSCRIPTION_ID, type Subscription } from '../../webhooks/subscription.ts';
import { isoInstant } from '../../world/days.ts';
import { pathOf, resource, type Shown } from '../resource.ts';

/** A webhook (specification, WebhookResource). */
export const webhookSchema = resource('Webhook', {
  id: z.int(),
  self: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_NAMES)),
  secret: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
});

/** The answer to the removal of a webhook. */
export const webhookRemovedSchema = resource('WebhookRemoved', { message: z.string() });

/** The subscription as the service shows it. */
export const webhookResource = ({
  url,
  events,
  secret,
  createdAt,
  updatedAt,
}: Subscription): Shown<z.infer<typeof webhookSchema>> => ({
  id: SUBSCRIPTION_ID,
  self: pathOf('webhooks', SUBSCRIPTION_ID),
  url,
  events: specifiedNames(events),
  secret,
  created_at: isoInstant(createdAt),
  updated_at: isoInstant(updatedAt),
});
