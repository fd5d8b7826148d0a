import { GuildScheduledEventStatus } from 'discord-api-types/v10';
import type { Discord } from '../discord.ts';
import { GUILD_ID } from '../guild/accounts.ts';
import { presentEvent, type ScheduledEvent } from './event.ts';

const { Scheduled, Active, Completed } = GuildScheduledEventStatus;

/** Stores a new event and announces it. */
export const publishEvent = (discord: Discord, event: ScheduledEvent): void => {
  discord.commit({ type: 'event', event });
  dispatch(discord, 'GUILD_SCHEDULED_EVENT_CREATE', event);
};

/** Stores a changed event and announces it. */
export const publishEventEdit = (discord: Discord, event: ScheduledEvent): void => {
  discord.commit({ type: 'event', event });
  dispatch(discord, 'GUILD_SCHEDULED_EVENT_UPDATE', event);
};

/** Removes an event and announces it. */
export const publishEventDeletion = (discord: Discord, event: ScheduledEvent): void => {
  discord.commit({ type: 'event-gone', id: event.id });
  dispatch(discord, 'GUILD_SCHEDULED_EVENT_DELETE', event);
};

/**
 * Lets time pass for the events: external events start and end on time.
 * https://docs.discord.com/developers/resources/guild-scheduled-event#guild-scheduled-event-status-update-automation
 */
export const settleEvents = (discord: Discord): void => {
  const now = discord.now();
  for (const event of discord.state.events.values()) {
    const begins = event.status === Scheduled && event.startsAt <= now;
    const begun = begins ? { ...event, status: Active } : event;
    if (begins) publishEventEdit(discord, begun);
    const ends = begun.status === Active && begun.endsAt <= now;
    if (ends) publishEventEdit(discord, { ...begun, status: Completed });
  }
};

const dispatch = (
  discord: Discord,
  name:
    | 'GUILD_SCHEDULED_EVENT_CREATE'
    | 'GUILD_SCHEDULED_EVENT_UPDATE'
    | 'GUILD_SCHEDULED_EVENT_DELETE',
  event: ScheduledEvent,
) => {
  discord.dispatch({ name, guildId: GUILD_ID, data: presentEvent(event) });
  discord.stateChanged();
};
