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

/** A record by itself, or wrapped in `data`. */
const unwrapped = <T>(wire: z.ZodType<T>): z.ZodType<T> =>
  z.union([wire, z.object({ data: wire }).transform(({ data }) => data)]);

/** A Webhook as the service sends it (specification, "Webhook (WebhookResource)"). */
export const webhookWire: z.ZodType<Webhook> = unwrapped(
  z
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
    })),
);

/** So many webhooks of an account are looked at. */
const MOST_WEBHOOKS = 25;

const listed = readable(webhookWire);

/** The account's webhooks: a page, or a plain list; what cannot be read of it is left out. */
export const webhooksWire: z.ZodType<readonly Webhook[]> = unwrapped(
  z.array(z.unknown()).transform((rows) => listed.parse(rows.slice(0, MOST_WEBHOOKS))),
);

/** Far longer than any secret of a service, in characters. */
const LONGEST_SECRET = 200;

/** One line of visible ASCII; null for one that is missing or masked (`********…`). */
const secretText = z
  .string()
  .max(LONGEST_SECRET)
  .regex(/^[!-)+-~][!-~]*$/)
  .nullish()
  .catch(null)
  .transform((secret) => secret ?? null);

/**
 * A webhook that was created a moment ago: only what nothing else tells. A secret is shown once, so
 * nothing that is odd about the rest may lose it.
 */
export const newWebhookWire: z.ZodType<NewWebhook> = unwrapped(
  z.object({ id: whole, secret: secretText }),
);

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
