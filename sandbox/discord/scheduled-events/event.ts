import {
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  type APIGuildScheduledEvent,
} from 'discord-api-types/v10';
import { ACCOUNTS, GUILD_ID, userOf } from '../guild/accounts.ts';
import { isoTime } from '../json.ts';

/** A scheduled event of the guild, outside of Discord: the guild has no voice or stage. */
export interface ScheduledEvent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly location: string;
  /** Milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly status: GuildScheduledEventStatus;
  readonly creatorId: string;
  /** The hash of its picture. */
  readonly image: string | null;
  readonly recurrenceRule: APIGuildScheduledEvent['recurrence_rule'];
}

const { Scheduled, Active } = GuildScheduledEventStatus;

/** Whether an event is scheduled or active. */
export const isOpen = ({ status }: ScheduledEvent): boolean =>
  status === Scheduled || status === Active;

/** An event as Discord's API object. */
export const presentEvent = (event: ScheduledEvent): object => {
  const creator = ACCOUNTS.get(event.creatorId);
  return {
    id: event.id,
    guild_id: GUILD_ID,
    channel_id: null,
    creator_id: event.creatorId,
    ...(creator === undefined ? {} : { creator: userOf(creator) }),
    name: event.name,
    description: event.description,
    image: event.image,
    scheduled_start_time: isoTime(event.startsAt),
    scheduled_end_time: isoTime(event.endsAt),
    privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
    status: event.status,
    entity_type: GuildScheduledEventEntityType.External,
    entity_id: null,
    entity_metadata: { location: event.location },
    recurrence_rule: event.recurrenceRule,
    guild_scheduled_event_exceptions: [],
  };
};
