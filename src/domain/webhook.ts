import type { Instant } from './terms.ts';

/** Event names of the specification ("Webhook event names"): every such service supports them. */
export const SPECIFIED_EVENTS = [
  'tournament.created',
  'tournament.updated',
  'tournament.deleted',
  'match.created',
  'match.updated',
  'match.deleted',
  'player.created',
  'player.updated',
  'player.deleted',
] as const;

/**
 * All events of the public service: `match.*` is the main draw, the other draws have their own, and
 * `backfilled` is a past record that was added later.
 */
export const WEBHOOK_EVENTS = [
  ...SPECIFIED_EVENTS,
  'tournament.backfilled',
  'match.backfilled',
  'match.qualy.created',
  'match.qualy.backfilled',
  'match.qualy.updated',
  'match.qualy.deleted',
  'match.group.created',
  'match.group.backfilled',
  'match.group.updated',
  'match.group.deleted',
  'match.placement.created',
  'match.placement.backfilled',
  'match.placement.updated',
  'match.placement.deleted',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const RECORD_KINDS = ['tournament', 'match', 'player'] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

export const RECORD_CHANGES = ['created', 'backfilled', 'updated', 'deleted'] as const;

export type RecordChange = (typeof RECORD_CHANGES)[number];

/** A webhook subscription. Its secret is not parsed: it must never be shown or logged. */
export interface Webhook {
  readonly id: number;
  readonly url: string | null;
  /** Unknown names are left out; an empty list means paused. */
  readonly events: readonly WebhookEvent[];
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}

export interface NewWebhook {
  readonly id: number;
  /** Signs its deliveries; shown only once, null when it was not. Never logged or stored. */
  readonly secret: string | null;
}
