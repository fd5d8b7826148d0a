import PQueue from 'p-queue';
import {
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  RateLimitError,
  Routes,
} from 'discord.js';
import type {
  EventOutcome,
  EventWriter,
  ExistingServerEvent,
} from '../../alerts/server-events/server-event-writer.ts';
import type { ServerEventStatus } from '../../domain/alerts/server-event.ts';
import type { EventText } from '../../render/posts/server-event.ts';
import type { InvalidRequestCounter } from './invalid-request-counter.ts';
import { closeRest, createRest, NO_RETRIES } from './rest.ts';
import { codeOf, meaningOf } from './send-outcome.ts';
import { eventStatusWire, idIn, scheduledEventsWire, type ScheduledEventWire } from './wire.ts';

interface EventWriterOptions {
  readonly apiUrl: string;
  readonly token: string;
  /** Discord's id of the bot, once it is logged in. */
  readonly ownId: () => string | null;
  readonly invalidRequests: InvalidRequestCounter;
  /** Whether this process still has the sender role; checked right before each request. */
  readonly mayWrite: () => boolean;
  /** Remaining milliseconds of a global rate limit or token refusal. */
  readonly blockedForMs: () => number;
}

/** No user waits for events: they get a small share of the global rate limit. */
const PER_SECOND = 5;

const STATUS: Readonly<Record<ServerEventStatus, number>> = {
  scheduled: GuildScheduledEventStatus.Scheduled,
  active: GuildScheduledEventStatus.Active,
  completed: GuildScheduledEventStatus.Completed,
  canceled: GuildScheduledEventStatus.Canceled,
};

/** @param hasBegun as an event does by itself at its time: then it keeps its start */
const bodyOf = (
  { name, description, location, startsAt, endsAt }: EventText,
  hasBegun = false,
) => ({
  name,
  description,
  privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
  entity_type: GuildScheduledEventEntityType.External,
  entity_metadata: { location },
  ...(hasBegun ? {} : { scheduled_start_time: new Date(startsAt).toISOString() }),
  scheduled_end_time: new Date(endsAt).toISOString(),
});

/** The status that is asked for; an event that has begun does not begin again, and ends instead of being canceled. */
const statusOf = (status: ServerEventStatus, hasBegun: boolean): object => {
  if (hasBegun && status === 'active') return {};
  return { status: STATUS[hasBegun ? 'completed' : status] };
};

/** The request was not sent. */
class HeldBack extends Error {}

const outcomeOf = (error: unknown): EventOutcome => {
  if (error instanceof RateLimitError || error instanceof HeldBack) return { kind: 'limited' };
  const meaning = meaningOf(error);
  if (meaning === 'gone') return { kind: 'gone' };
  const words = error instanceof Error ? error.message : String(error);
  const reason = `${codeOf(error) ?? ''} ${words}`.trim();
  return { kind: meaning === 'moment' ? 'failed' : 'refused', reason };
};

const existingEvent = (event: ScheduledEventWire): ExistingServerEvent | null => {
  const { id: eventId, name, status, scheduled_start_time } = event;
  const known = (['scheduled', 'active'] as const).find((each) => STATUS[each] === status);
  const startsAt = Date.parse(scheduled_start_time);
  return known === undefined ? null : { eventId, name, startsAt, status: known };
};

/**
 * Creates and edits scheduled events. Discord takes no nonce for them, so nothing is retried here, and a
 * rate limit is returned instead of awaited.
 */
export const createEventWriter = (
  options: EventWriterOptions,
): EventWriter & { readonly stop: () => void } => {
  const { apiUrl, token, ownId, invalidRequests, mayWrite, blockedForMs } = options;
  const rest = createRest({ apiUrl, token, invalidRequests, settings: NO_RETRIES });
  const queue = new PQueue({ interval: 1_000, intervalCap: PER_SECOND, strict: true });
  const ending = new AbortController();

  /** Sends a request in its turn, unless the sender role was lost or a rate limit holds. */
  const ask = (request: () => Promise<unknown>): Promise<unknown> =>
    queue.add(
      async () => {
        if (!mayWrite() || blockedForMs() > 0) throw new HeldBack();
        return await request();
      },
      { signal: ending.signal },
    );

  const attempt = async (work: () => Promise<string>): Promise<EventOutcome> => {
    try {
      return { kind: 'done', eventId: await work() };
    } catch (error) {
      return outcomeOf(error);
    }
  };

  return {
    list: async (guildId) => {
      try {
        const events = await ask(() => rest.get(Routes.guildScheduledEvents(guildId)));
        const own = scheduledEventsWire
          .parse(events)
          .filter(({ creator_id: maker }) => maker === ownId());
        return own.map(existingEvent).filter((event) => event !== null);
      } catch {
        return null;
      }
    },
    create: (guildId, event) =>
      attempt(async () =>
        idIn(
          await ask(() => rest.post(Routes.guildScheduledEvents(guildId), { body: bodyOf(event) })),
        ),
      ),
    change: (guildId, eventId, { event, status }) =>
      attempt(async () => {
        const route = Routes.guildScheduledEvent(guildId, eventId);
        const current = eventStatusWire.parse(await ask(() => rest.get(route)));
        const hasBegun = current.status === STATUS.active;
        const body = {
          ...(event === undefined ? {} : bodyOf(event, hasBegun)),
          ...(status === undefined ? {} : statusOf(status, hasBegun)),
        };
        await ask(() => rest.patch(route, { body }));
        return eventId;
      }),
    stop: () => {
      ending.abort(new HeldBack());
      closeRest(rest);
    },
  };
};
