import type { Instant } from './terms.ts';

/** What the specification names ("Webhook event names"): every such service can tell it by webhook. */
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
 * All events of the public service: `match.*` is the main draw, the other draws have families of their
 * own, and `backfilled` is a record of the past that was filled in later.
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

/** Kinds of record that events are about. */
export const RECORD_KINDS = ['tournament', 'match', 'player'] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

/** What can happen to a record. */
export const RECORD_CHANGES = ['created', 'backfilled', 'updated', 'deleted'] as const;

export type RecordChange = (typeof RECORD_CHANGES)[number];

/** A subscription to events. Its secret is left on the wire: nobody here may show or log it. */
export interface Webhook {
  readonly id: number;
  readonly url: string | null;
  /** Names that we do not know are left out; none means that it is paused. */
  readonly events: readonly WebhookEvent[];
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}

/** A webhook that was created a moment ago. */
export interface NewWebhook {
  readonly id: number;
  /** Signs its deliveries, and is shown this once; null when it was not. Never logged or stored. */
  readonly secret: string | null;
}
