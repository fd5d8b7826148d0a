import type { EventStanding } from '../domain/server-event.ts';
import type { EventText } from '../render/server-event.ts';

/** What becomes of a request about an event. */
export type EventOutcome =
  | { readonly kind: 'done'; readonly eventId: string }
  /** Somebody deleted it, or it is over: it is left alone. */
  | { readonly kind: 'gone' }
  /** A permission is missing, or the server has as many as it may have. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The one way to the events of servers. */
export interface EventWriter {
  readonly create: (guildId: string, event: EventText) => Promise<EventOutcome>;
  readonly change: (
    guildId: string,
    eventId: string,
    change: { readonly event?: EventText; readonly standing?: EventStanding },
  ) => Promise<EventOutcome>;
}
