import { GuildScheduledEventStatus } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { botAccount, guildPermissionsOf } from '../channels/access.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { APPLICATION_ID } from '../guild/accounts.ts';
import { bitsOf, type PermissionName } from '../permissions.ts';
import { isOpen, presentEvent, type ScheduledEvent } from '../scheduled-events/event.ts';
import {
  publishEvent,
  publishEventDeletion,
  publishEventEdit,
  settleEvents,
} from '../scheduled-events/write.ts';
import { accept } from '../validation/accept.ts';
import {
  eventPatchRules,
  eventRules,
  timeOf,
  type EventForm,
  type EventPatch,
} from '../validation/event-rules.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';
import { imageHash } from './image-hash.ts';

interface Params {
  readonly guild: string;
  readonly event: string;
}

const EVENTS = '/guilds/:guild/scheduled-events';
const EVENT = `${EVENTS}/:event`;

/** `/guilds/:guild/scheduled-events`: events outside of Discord. */
export const scheduledEventRoutes = (app: FastifyInstance, discord: Discord): void => {
  const { state } = discord;
  const openEvents = (): ScheduledEvent[] => {
    settleEvents(discord);
    return [...state.events.values()].filter(isOpen);
  };
  const eventOf = ({ event: id }: Params): ScheduledEvent => {
    settleEvents(discord);
    const event = state.events.get(id);
    if (event === undefined) throw refusal('unknownEvent');
    return event;
  };
  const has = (name: PermissionName): boolean =>
    (guildPermissionsOf(state, botAccount()) & bitsOf([name])) !== 0n;
  /** Its own events need the permission to create; events of others need the one to manage. */
  const eventToChange = (params: Params): ScheduledEvent => {
    const event = eventOf(params);
    const isOwn = event.creatorId === APPLICATION_ID;
    if (!has('ManageEvents') && !(isOwn && has('CreateEvents'))) {
      throw refusal('missingPermissions');
    }
    return event;
  };

  app.get(EVENTS, () =>
    openEvents()
      .toSorted((one, other) => one.startsAt - other.startsAt)
      .map(presentEvent),
  );

  app.get<{ Params: Params }>(EVENT, ({ params }) => presentEvent(eventOf(params)));

  app.get<{ Params: Params }>(`${EVENT}/users`, ({ params }) => {
    eventOf(params);
    return [];
  });

  app.post(EVENTS, async (request) => {
    if (!has('CreateEvents')) throw refusal('missingPermissions');
    const { json } = await readBody(request);
    const form = accept<EventForm>(PUBLISHED.eventCreate, json, eventRules(discord.now()));
    if (openEvents().length >= discord.limits.openEvents) throw refusal('tooManyEvents');
    const event = newEvent(discord, form);
    publishEvent(discord, event);
    return presentEvent(event);
  });

  app.patch<{ Params: Params }>(EVENT, async (request) => {
    const before = eventToChange(request.params);
    if (!isOpen(before)) throw refusal('finishedEvent');
    const { json } = await readBody(request);
    const rules = eventPatchRules(discord.now(), before);
    const event = changedEvent(before, accept<EventPatch>(PUBLISHED.eventEdit, json, rules));
    publishEventEdit(discord, event);
    return presentEvent(event);
  });

  app.delete<{ Params: Params }>(EVENT, async ({ params }, reply) => {
    publishEventDeletion(discord, eventToChange(params));
    return reply.code(204).send();
  });
};

const newEvent = ({ nextId }: Discord, form: EventForm): ScheduledEvent => ({
  id: nextId(),
  name: form.name.trim(),
  description: form.description ?? null,
  location: (form.entity_metadata?.location ?? '').trim(),
  startsAt: Date.parse(form.scheduled_start_time),
  endsAt: Date.parse(form.scheduled_end_time ?? ''),
  status: GuildScheduledEventStatus.Scheduled,
  creatorId: APPLICATION_ID,
  image: imageHash(form.image ?? null, 'image'),
  recurrenceRule: form.recurrence_rule ?? null,
});

const changedEvent = (before: ScheduledEvent, patch: EventPatch): ScheduledEvent => ({
  ...before,
  name: patch.name?.trim() ?? before.name,
  description: patch.description === undefined ? before.description : patch.description,
  location: patch.entity_metadata?.location?.trim() ?? before.location,
  startsAt: timeOf(patch.scheduled_start_time) ?? before.startsAt,
  endsAt: timeOf(patch.scheduled_end_time) ?? before.endsAt,
  status: patch.status ?? before.status,
  image: patch.image === undefined ? before.image : imageHash(patch.image, 'image'),
  recurrenceRule:
    patch.recurrence_rule === undefined ? before.recurrenceRule : patch.recurrence_rule,
});
