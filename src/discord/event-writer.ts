import {
  DiscordAPIError,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  RESTJSONErrorCodes,
  Routes,
  type Client,
} from 'discord.js';
import type { EventOutcome, EventWriter } from '../alerts/server-event-writer.ts';
import type { EventStanding } from '../domain/server-event.ts';
import type { EventText } from '../render/server-event.ts';

const STATUS: Readonly<Record<EventStanding, GuildScheduledEventStatus>> = {
  scheduled: GuildScheduledEventStatus.Scheduled,
  active: GuildScheduledEventStatus.Active,
  completed: GuildScheduledEventStatus.Completed,
  canceled: GuildScheduledEventStatus.Canceled,
};

const bodyOf = ({ name, description, location, startsAt, endsAt }: EventText) => ({
  name,
  description,
  privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
  entity_type: GuildScheduledEventEntityType.External,
  entity_metadata: { location },
  scheduled_start_time: new Date(startsAt).toISOString(),
  scheduled_end_time: new Date(endsAt).toISOString(),
});

const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownGuildScheduledEvent,
  RESTJSONErrorCodes.CannotUpdateAFinishedEvent,
]);

const outcomeOf = (error: unknown): EventOutcome => {
  if (!(error instanceof DiscordAPIError)) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
  if (GONE.has(Number(error.code))) return { kind: 'gone' };
  const isOurs = error.status === 400 || error.status === 403;
  return { kind: isOurs ? 'refused' : 'failed', reason: `${error.code} ${error.message}` };
};

/**
 * Makes and changes the events of servers. They are few, and nobody waits for them: the client's own
 * REST instance keeps their limits.
 */
export const createEventWriter = ({ rest }: Pick<Client, 'rest'>): EventWriter => {
  const attempt = async (request: () => Promise<unknown>): Promise<EventOutcome> => {
    try {
      const { id } = (await request()) as { readonly id?: unknown };
      if (typeof id !== 'string') throw new Error('Discord answered an event without an id');
      return { kind: 'done', eventId: id };
    } catch (error) {
      return outcomeOf(error);
    }
  };

  return {
    create: (guildId, event) =>
      attempt(() => rest.post(Routes.guildScheduledEvents(guildId), { body: bodyOf(event) })),
    change: (guildId, eventId, { event, standing }) =>
      attempt(() =>
        rest.patch(Routes.guildScheduledEvent(guildId, eventId), {
          body: {
            ...(event === undefined ? {} : bodyOf(event)),
            ...(standing === undefined ? {} : { status: STATUS[standing] }),
          },
        }),
      ),
  };
};
