import { z } from 'zod';
import {
  RECORD_CHANGES,
  WEBHOOK_EVENTS,
  RECORD_KINDS,
  type Webhook,
  type RecordChange,
  type WebhookEvent,
  type RecordKind,
} from '../../domain/webhook.ts';
import { instant, readable, webAddress, whole } from './lenient.ts';

const knownEvents = readable(z.enum(WEBHOOK_EVENTS));

/** A Webhook as the service sends it (specification, "Webhook (WebhookResource)"). */
export const webhookWire: z.ZodType<Webhook> = z
  .object({
    id: whole,
    url: webAddress,
    events: z.array(z.unknown()).transform((events) => knownEvents.parse(events)),
    created_at: instant,
    updated_at: instant,
  })
  .transform(({ created_at: createdAt, updated_at: updatedAt, ...raw }) => ({
    ...raw,
    createdAt,
    updatedAt,
  }));

/** What a delivery says: which record changed, and how. The record itself is read again. */
export interface Hint {
  readonly event: WebhookEvent;
  readonly kind: RecordKind;
  readonly change: RecordChange;
  readonly id: number;
}

const kindWire = z.enum(RECORD_KINDS);
const changeWire = z.enum(RECORD_CHANGES);

/**
 * The body of a webhook delivery: `{event, occurred_at, data}` (padel-facts). Only the name of the
 * event and the id are read: the payload is a hint, the truth is read from the API.
 */
export const hintWire: z.ZodType<Hint> = z
  .object({ event: z.enum(WEBHOOK_EVENTS), data: z.object({ id: whole }) })
  .transform(({ event, data }) => {
    // `match.group.updated`: the draw between them makes no difference, the record is read anyway.
    const parts = event.split('.');
    return {
      event,
      id: data.id,
      kind: kindWire.parse(parts[0]),
      change: changeWire.parse(parts.at(-1)),
    };
  });
