import { z } from 'zod';
import {
  RECORD_CHANGES,
  WEBHOOK_EVENTS,
  RECORD_KINDS,
  type Webhook,
  type NewWebhook,
  type RecordChange,
  type WebhookEvent,
  type RecordKind,
} from '../../domain/webhook.ts';
import { instant, readable, webAddress, whole } from './lenient.ts';

const knownEvents = readable(z.enum(WEBHOOK_EVENTS));

/** Parses a Webhook of the service (specification, "Webhook (WebhookResource)"). */
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

const MAX_WEBHOOKS = 25;

const listed = readable(webhookWire);

/** The account's webhooks; unreadable ones are left out. */
export const webhooksWire: z.ZodType<readonly Webhook[]> = z
  .array(z.unknown())
  .transform((rows) => listed.parse(rows.slice(0, MAX_WEBHOOKS)));

/** Far longer than any service's secret, in characters. */
const MAX_SECRET_LENGTH = 200;

/** One line of visible ASCII; null when missing or masked (`********…`). */
const secretText = z
  .string()
  .max(MAX_SECRET_LENGTH)
  .regex(/^[!-)+-~][!-~]*$/)
  .nullish()
  .catch(null)
  .transform((secret) => secret ?? null);

/**
 * A newly created webhook: only what no other response has. The secret is shown once, so faults in
 * other fields must not lose it.
 */
export const newWebhookWire: z.ZodType<NewWebhook> = z.object({ id: whole, secret: secretText });

/** A change notice: which record changed, and how. The record itself is read from the API. */
export interface ChangeNotice {
  readonly event: WebhookEvent;
  readonly kind: RecordKind;
  readonly change: RecordChange;
  readonly id: number;
}

const kindWire = z.enum(RECORD_KINDS);
const changeWire = z.enum(RECORD_CHANGES);

/**
 * The body of a webhook: `{event, occurred_at, data}` (padel-facts). Only the name of the event and the
 * id are used; the record is read from the API.
 */
export const changeNoticeWire: z.ZodType<ChangeNotice> = z
  .object({ event: z.enum(WEBHOOK_EVENTS), data: z.object({ id: whole }) })
  .transform(({ event, data }) => {
    // `match.group.updated`: the draw in the middle does not matter, the record is read anyway.
    const parts = event.split('.');
    return {
      event,
      id: data.id,
      kind: kindWire.parse(parts[0]),
      change: changeWire.parse(parts.at(-1)),
    };
  });
