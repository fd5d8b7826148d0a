import type { ServerEventStatus } from '../../domain/alerts/server-event.ts';
import type { Instant } from '../../domain/terms.ts';
import type { EventText } from '../../render/posts/server-event.ts';

export type EventOutcome =
  | { readonly kind: 'done'; readonly eventId: string }
  /** It was deleted, or is over: it is left alone. */
  | { readonly kind: 'gone' }
  /** A permission is missing, or the server has the maximum of events. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Rate limited: nothing was done. */
  | { readonly kind: 'limited' }
  /** It may have been done nevertheless. */
  | { readonly kind: 'failed'; readonly reason: string };

/** An existing event in a server that the bot created. */
export interface ExistingServerEvent {
  readonly eventId: string;
  readonly name: string;
  readonly startsAt: Instant;
  readonly status: Extract<ServerEventStatus, 'scheduled' | 'active'>;
}

/** A change of an event. One that has begun keeps its start, and ends instead of being canceled. */
export interface EventChange {
  readonly event?: EventText;
  readonly status?: ServerEventStatus;
}

export interface EventWriter {
  /** The bot's own open events in a server; null when Discord does not answer. */
  readonly list: (guildId: string) => Promise<readonly ExistingServerEvent[] | null>;
  readonly create: (guildId: string, event: EventText) => Promise<EventOutcome>;
  readonly change: (guildId: string, eventId: string, change: EventChange) => Promise<EventOutcome>;
}
