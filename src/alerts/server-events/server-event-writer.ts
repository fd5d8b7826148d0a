import type { EventStanding } from '../../domain/server-event.ts';
import type { Instant } from '../../domain/terms.ts';
import type { EventText } from '../../render/server-event.ts';

/** What becomes of a request about an event. */
export type EventOutcome =
  | { readonly kind: 'done'; readonly eventId: string }
  /** Somebody deleted it, or it is over: it is left alone. */
  | { readonly kind: 'gone' }
  /** A permission is missing, or the server has as many as it may have. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Discord wants a rest: nothing was done. */
  | { readonly kind: 'limited' }
  /** It may have been done all the same. */
  | { readonly kind: 'failed'; readonly reason: string };

/** An event of the bot's own that stands in a server. */
export interface StandingEvent {
  readonly eventId: string;
  readonly name: string;
  readonly startsAt: Instant;
  readonly standing: Extract<EventStanding, 'scheduled' | 'active'>;
}

/** The one way to the events of servers. */
export interface EventWriter {
  /** What the bot has made in a server and is not over; null when Discord does not say. */
  readonly list: (guildId: string) => Promise<readonly StandingEvent[] | null>;
  readonly create: (guildId: string, event: EventText) => Promise<EventOutcome>;
  readonly change: (
    guildId: string,
    eventId: string,
    change: { readonly event?: EventText; readonly standing?: EventStanding },
  ) => Promise<EventOutcome>;
}
