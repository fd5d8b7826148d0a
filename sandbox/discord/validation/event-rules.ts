import {
  GuildScheduledEventStatus,
  type RESTPatchAPIGuildScheduledEventJSONBody,
  type RESTPostAPIGuildScheduledEventJSONBody,
} from 'discord-api-types/v10';
import type { ScheduledEvent } from '../scheduled-events/event.ts';
import { issueIf, requiredIf, type FormIssue } from './form-errors.ts';

export type EventForm = RESTPostAPIGuildScheduledEventJSONBody;
export type EventPatch = RESTPatchAPIGuildScheduledEventJSONBody;

const { Scheduled, Active, Completed, Canceled } = GuildScheduledEventStatus;

/** Where a status leads: https://docs.discord.com/developers/resources/guild-scheduled-event */
const LEADS_TO: Readonly<Record<GuildScheduledEventStatus, readonly GuildScheduledEventStatus[]>> =
  {
    [Scheduled]: [Scheduled, Active, Canceled],
    [Active]: [Active, Completed],
    [Completed]: [],
    [Canceled]: [],
  };

const START = ['scheduled_start_time'];
const END = ['scheduled_end_time'];

/** Documented rules of a new event outside of Discord that the published schema lacks. */
export const eventRules =
  (now: number) =>
  (form: EventForm): FormIssue[] => {
    const [start, end] = [form.scheduled_start_time, form.scheduled_end_time].map(timeOf);
    return [
      ...requiredIf(form.name.trim() === '', ['name']),
      ...requiredIf(isBlank(form.entity_metadata?.location), ['entity_metadata', 'location']),
      ...requiredIf(end === undefined, END),
      ...pastIssue(start, now, START),
      ...orderIssue(start, end),
    ];
  };

/** The same of a change, by what the event is before it. */
export const eventPatchRules =
  (now: number, before: ScheduledEvent) =>
  (patch: EventPatch): FormIssue[] => {
    const [start, end] = [patch.scheduled_start_time, patch.scheduled_end_time].map(timeOf);
    const { name, entity_metadata: place } = patch;
    return [
      ...requiredIf(name !== undefined && isBlank(name), ['name']),
      ...requiredIf(place !== undefined && isBlank(place?.location), [
        'entity_metadata',
        'location',
      ]),
      ...requiredIf('scheduled_end_time' in patch && end === undefined, END),
      ...issueIf(
        start !== undefined && before.status !== Scheduled,
        START,
        'GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS',
        'Cannot update start time of an event that has started',
      ),
      ...(before.status === Scheduled ? pastIssue(start, now, START) : []),
      ...pastIssue(end, now, END),
      ...orderIssue(start ?? before.startsAt, end ?? before.endsAt),
      ...issueIf(
        !LEADS_TO[before.status].includes(patch.status ?? before.status),
        ['status'],
        'TRANSITION_INVALID',
        'Invalid Guild Scheduled Event Status Transition',
      ),
    ];
  };

/** The moment of an ISO 8601 text, in ms since 1970; undefined when there is none. */
export const timeOf = (text: string | null | undefined): number | undefined =>
  typeof text === 'string' ? Date.parse(text) : undefined;

const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

const pastIssue = (time: number | undefined, now: number, path: readonly string[]): FormIssue[] =>
  issueIf(
    time !== undefined && time <= now,
    path,
    'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST',
    'Cannot schedule event in the past.',
  );

const orderIssue = (start: number | undefined, end: number | undefined): FormIssue[] =>
  issueIf(
    start !== undefined && end !== undefined && end <= start,
    END,
    'GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START',
    'The end time must be after the start time.',
  );
