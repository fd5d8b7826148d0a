import type { Instant } from './terms.ts';

/** What the service can tell by webhook (specification, "Webhook event names"). */
export const WEBHOOK_EVENTS = [
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

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A subscription to events. Its secret is left on the wire: nobody here may show or log it. */
export interface Webhook {
  readonly id: number;
  readonly url: string | null;
  /** Names that we do not know are left out; none means that it is paused. */
  readonly events: readonly WebhookEvent[];
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}
