import {
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  Routes,
} from 'discord-api-types/v10';
import type {
  EventOutcome,
  EventWriter,
  ExistingServerEvent,
} from '../../alerts/server-events/server-event-writer.ts';
import type { ServerEventStatus } from '../../domain/alerts/server-event.ts';
import type { EventText } from '../../render/posts/server-event.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { SECOND } from '../../lib/time.ts';
import { RateLimited, codeOf, meaningOf } from './errors.ts';
import { createPacer } from './pacer.ts';
import { createRest, type RestOptions } from './rest.ts';
import { eventStatusWire, idIn, scheduledEventsWire, type ScheduledEventWire } from './wire.ts';

interface EventWriterOptions extends Pick<
  RestOptions,
  'apiUrl' | 'token' | 'invalidRequests' | 'now' | 'mayWrite'
> {
  /** Discord's id of the bot, once it is logged in. */
  readonly ownId: () => string | null;
  /** Remaining milliseconds of a global rate limit or token refusal. */
  readonly blockedForMs: () => number;
}

/** No user waits for events: they get a small share of the global rate limit. */
const PACE = { requests: 5, windowMs: SECOND };

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

const outcomeOf = (error: unknown): EventOutcome => {
  // Discord takes none now, or it is no longer ours to write.
  if (error instanceof RateLimited || error instanceof ShutdownError) return { kind: 'limited' };
  const meaning = meaningOf(error);
  if (meaning === 'gone') return { kind: 'gone' };
  const words = error instanceof Error ? error.message : String(error);
  const reason = `${codeOf(error) ?? ''} ${words}`.trim();
  return { kind: meaning === 'moment' ? 'failed' : 'refused', reason };
};

/** An event that is not over; none of others. */
const existingEvent = (event: ScheduledEventWire): readonly ExistingServerEvent[] => {
  const { id: eventId, name, scheduled_start_time } = event;
  const status = (['scheduled', 'active'] as const).find((each) => STATUS[each] === event.status);
  const startsAt = Date.parse(scheduled_start_time);
  return status === undefined ? [] : [{ eventId, name, startsAt, status }];
};

/**
 * Creates and edits scheduled events. Discord takes no nonce for them, so nothing is retried here, and a
 * rate limit is returned instead of awaited.
 */
export const createEventWriter = (
  options: EventWriterOptions,
): EventWriter & { readonly stop: () => Promise<void> } => {
  const { ownId, blockedForMs, now = () => performance.now() } = options;
  const pacer = createPacer({ ...PACE, now, blockedForMs });
  const rest = createRest({ ...options, now, pacer, isImpatient: true });

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
        const events = await rest.get(Routes.guildScheduledEvents(guildId));
        return scheduledEventsWire
          .parse(events)
          .filter(({ creator_id: maker }) => maker === ownId())
          .flatMap(existingEvent);
      } catch {
        return null;
      }
    },
    create: (guildId, event) =>
      attempt(async () =>
        idIn(await rest.post(Routes.guildScheduledEvents(guildId), { body: bodyOf(event) })),
      ),
    change: (guildId, eventId, { event, status }) =>
      attempt(async () => {
        const route = Routes.guildScheduledEvent(guildId, eventId);
        const current = eventStatusWire.parse(await rest.get(route));
        const hasBegun = current.status === STATUS.active;
        const body = {
          ...(event === undefined ? {} : bodyOf(event, hasBegun)),
          ...(status === undefined ? {} : statusOf(status, hasBegun)),
        };
        await rest.patch(route, { body });
        return eventId;
      }),
    stop: rest.close,
  };
};
