import type { ServerEventStatus } from '../../domain/alerts/server-event.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE, HOUR } from '../../lib/time.ts';
import type { EventText } from '../../render/posts/server-event.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import {
  deleteServerEvent,
  saveServerEvent,
  serverEvents,
  type ServerEvent,
} from '../../store/channels/server-events.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import type {
  EventChange,
  EventOutcome,
  EventWriter,
  ExistingServerEvent,
} from './server-event-writer.ts';

export interface EventPlan {
  readonly text: EventText;
  /** Times by the service's clock, so that drift against ours is no change. */
  readonly shown: string;
}

export interface ServerCalendarOptions extends Pick<AlertsContext, 'db' | 'now' | 'log'> {
  readonly writer: EventWriter;
}

/** A change that Discord refused is retried after this: the permission may be back. */
const CHANGE_RETRY_MS = 10 * MINUTE;

/** The same two pairs do not meet twice within this time. */
const SAME_MATCH_MS = HOUR;

/** Writes scheduled events. Discord takes no nonce for them: at first, and after a failure, a server's own are listed. */
export const createServerCalendar = ({ db, now, writer, log }: ServerCalendarOptions) => {
  const refusedAt = new Map<string, Instant>();
  /** By server: existing events of ours that are not stored. */
  const unstored = new Map<string, readonly ExistingServerEvent[]>();

  const note = (event: ServerEvent): Promise<void> =>
    writeWithRetry(() => saveServerEvent(db, event));

  const unstoredIn = async (guildId: string): Promise<readonly ExistingServerEvent[] | null> => {
    const known = unstored.get(guildId);
    if (known !== undefined) return known;
    const existing = await writer.list(guildId);
    if (existing === null) return null;
    const stored = new Set((await serverEvents(db, guildId)).map(({ eventId }) => eventId));
    const unknown = existing.filter(({ eventId }) => !stored.has(eventId));
    unstored.set(guildId, unknown);
    return unknown;
  };

  /** Creates an event, or adopts the existing one. */
  const create = async (
    { matchId, guildId }: Pick<ServerEvent, 'matchId' | 'guildId'>,
    { text, shown }: EventPlan,
  ): Promise<EventOutcome['kind']> => {
    const unknown = await unstoredIn(guildId);
    if (unknown === null) return 'failed';
    const key = { matchId, guildId, at: now() };
    const existing = unknown.find(
      ({ name, startsAt }) =>
        name === text.name && Math.abs(startsAt - text.startsAt) < SAME_MATCH_MS,
    );
    if (existing !== undefined) {
      const { eventId, status } = existing;
      // What the adopted event shows is unknown: the next review updates it.
      await note({ ...key, eventId, status, shown: '' });
      unstored.set(
        guildId,
        unknown.filter((each) => each !== existing),
      );
      return 'done';
    }
    // Until the response is stored, the event may exist without a row.
    unstored.delete(guildId);
    const made = await writer.create(guildId, text);
    if (made.kind === 'done') {
      const { eventId } = made;
      await note({ ...key, eventId, status: 'scheduled', shown });
    } else if (made.kind === 'refused') {
      await note({ ...key, eventId: null, status: 'refused', shown });
      log.warn({ guildId, reason: made.reason }, 'server event refused');
    }
    if (made.kind !== 'failed') unstored.set(guildId, unknown);
    return made.kind;
  };

  const change = async (
    event: ServerEvent,
    status: ServerEventStatus,
    planned: EventPlan | null,
  ): Promise<EventOutcome['kind']> => {
    const kind = await changeTo(event, status, planned?.text ?? null);
    if (kind !== 'done' && kind !== 'gone') return kind;
    await note({
      ...event,
      status,
      eventId: kind === 'gone' ? null : event.eventId,
      shown: planned?.shown ?? event.shown,
      at: now(),
    });
    return kind;
  };

  /** Cancels an event, or ends it once started. Its row goes, so that it can be created again. */
  const cancel = async (event: ServerEvent): Promise<EventOutcome['kind']> => {
    const kind = await changeTo(event, 'canceled', null);
    if (kind === 'done' || kind === 'gone') await deleteServerEvent(db, event);
    return kind;
  };

  const changeTo = async (
    event: ServerEvent,
    status: ServerEventStatus,
    text: EventText | null,
  ): Promise<EventOutcome['kind']> => {
    const { guildId, eventId, status: from } = event;
    if (eventId === null) return 'gone';
    const isBackingOff = now() - (refusedAt.get(eventId) ?? -Infinity) < CHANGE_RETRY_MS;
    if (isBackingOff) return 'refused';
    for (const change of stepsTo(from, status, text)) {
      const { kind } = await writer.change(guildId, eventId, change);
      if (kind === 'refused') refusedAt.set(eventId, now());
      if (kind !== 'done') return kind;
    }
    refusedAt.delete(eventId);
    return 'done';
  };

  return { create, change, cancel };
};

const stepsTo = (
  from: ServerEvent['status'],
  to: ServerEventStatus,
  event: EventText | null,
): readonly EventChange[] => {
  const text = event === null ? {} : { event };
  if (from === to) return [text];
  // Discord ends only started events: a match whose start was missed starts and ends at once.
  if (from === 'scheduled' && to === 'completed') {
    return [{ status: 'active' }, { ...text, status: to }];
  }
  return [{ ...text, status: to }];
};
