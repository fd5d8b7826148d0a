import { z } from 'zod';
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '../../domain/webhook.ts';
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
  readonly kind: 'tournament' | 'match' | 'player';
  readonly change: 'created' | 'updated' | 'deleted';
  readonly id: number;
}

const HINTS: Readonly<Record<WebhookEvent, Pick<Hint, 'kind' | 'change'>>> = {
  'tournament.created': { kind: 'tournament', change: 'created' },
  'tournament.updated': { kind: 'tournament', change: 'updated' },
  'tournament.deleted': { kind: 'tournament', change: 'deleted' },
  'match.created': { kind: 'match', change: 'created' },
  'match.updated': { kind: 'match', change: 'updated' },
  'match.deleted': { kind: 'match', change: 'deleted' },
  'player.created': { kind: 'player', change: 'created' },
  'player.updated': { kind: 'player', change: 'updated' },
  'player.deleted': { kind: 'player', change: 'deleted' },
};

/**
 * The body of a webhook delivery: `{event, occurred_at, data}` (padel-facts). Only the name of the
 * event and the id are read: the payload is a hint, the truth is read from the API.
 */
export const hintWire: z.ZodType<Hint> = z
  .object({ event: z.enum(WEBHOOK_EVENTS), data: z.object({ id: whole }) })
  .transform(({ event, data }) => ({ event, id: data.id, ...HINTS[event] }));
