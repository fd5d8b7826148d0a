import { sql } from 'kysely';
import {
  isAboutMatch,
  isForChannel,
  eventKey,
  type AlertEvent,
  type AlertEventKind,
} from '../../domain/alerts/events.ts';
import type { Instant } from '../../domain/terms.ts';
import { readableRows, readEvent, writeEvent } from '../connection/documents.ts';
import { alertEvent } from '../../domain/alerts/event-schema.ts';
import type { Db, Row, Tx } from '../connection/schema.ts';

/** The kinds of event that this version reads. A newer one may store others. */
const READABLE_KINDS: readonly string[] = alertEvent.options.map(({ shape }) => shape.kind.value);

/** Columns of an event besides its payload. */
const COLUMNS = [
  'id',
  'key',
  'priority',
  'createdAt',
  'revisedAt',
  'cursor',
  'expiresAt',
  'rev',
  'correctedAt',
] as const;

type EventRow = Readonly<Pick<Row<'events'>, (typeof COLUMNS)[number]>>;

/** An event in the outbox, for the channels that follow it. */
export interface OutboxEvent extends EventRow {
  readonly event: AlertEvent;
}

export type NewEvent = Pick<OutboxEvent, 'event' | 'priority' | 'expiresAt'>;

const outboxOf = ({ payload, ...row }: EventRow & { readonly payload: string }): OutboxEvent => ({
  ...row,
  event: readEvent(payload),
});

const columnsOf = ({ event, priority, expiresAt }: NewEvent, now: Instant) => ({
  key: eventKey(event),
  matchId: isAboutMatch(event) ? event.matchId : null,
  channelKey: isForChannel(event) ? event.channelKey : null,
  kind: event.kind,
  payload: writeEvent(event),
  priority,
  createdAt: now,
  expiresAt,
});

/** Adds events to the outbox; one whose key exists stays as it is. @returns the added ones */
export const addEvents = async (
  db: Db,
  events: readonly NewEvent[],
  now: Instant,
): Promise<readonly OutboxEvent[]> => {
  const added: OutboxEvent[] = [];
  // One by one: mostly there is only one.
  for (const news of events) {
    const rows = await db
      .insertInto('events')
      .values(columnsOf(news, now))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning([...COLUMNS, 'payload'])
      .execute();
    added.push(...rows.map(outboxOf));
  }
  return added;
};

/**
 * Adds an event whose only delivery is written with it, so that the fan-out skips it.
 * @returns its id, also when it existed
 */
export const addFinishedEvent = async (tx: Tx, news: NewEvent, now: Instant): Promise<number> => {
  const columns = columnsOf(news, now);
  const { id } = await tx
    .insertInto('events')
    .values({ ...columns, doneAt: now })
    // A no-op update, because an untouched row is not returned.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: columns.key }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Replaces the payload of an event; its posts become stale. Only a correction is marked as one, not
 * details that became known later.
 */
export const reviseEvent = async (
  db: Db,
  event: AlertEvent,
  isCorrection: boolean,
  now: Instant,
): Promise<void> => {
  await db
    .updateTable('events')
    .set((eb) => ({
      payload: writeEvent(event),
      rev: eb('rev', '+', 1),
      revisedAt: now,
      ...(isCorrection ? { correctedAt: now } : {}),
    }))
    .where('key', '=', eventKey(event))
    .execute();
};

/** The same for details that became known later: they start no delay, and change none that runs. */
export const completeEvent = async (db: Db, event: AlertEvent): Promise<void> => {
  await db
    .updateTable('events')
    .set((eb) => ({
      payload: writeEvent(event),
      rev: eb('rev', '+', 1),
      revisedAt: eb.fn.coalesce('revisedAt', 'createdAt'),
    }))
    .where('key', '=', eventKey(event))
    .execute();
};

/** Has the posts of an event edited that show an earlier revision: those of one that was never revised are not looked at. */
export const editStalePosts = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('events')
    .set((eb) => ({ revisedAt: eb.fn.coalesce('revisedAt', 'createdAt') }))
    .where('id', '=', id)
    .execute();
};

/** Makes the posts of a match's result stale: a link is new in them, which is no news and starts no delay. */
export const refreshResult = async (db: Db, matchId: number): Promise<void> => {
  await db
    .updateTable('events')
    .set((eb) => ({
      rev: eb('rev', '+', 1),
      revisedAt: eb.fn.coalesce('revisedAt', 'createdAt'),
    }))
    .where('matchId', '=', matchId)
    .where('kind', 'in', ['result', 'tie'] satisfies AlertEventKind[])
    .execute();
};

/**
 * Moves an event to another match; its deliveries stay.
 * @returns false, without a change, when that match already has the same event
 */
export const rewriteEvent = async (tx: Tx, id: number, event: AlertEvent): Promise<boolean> => {
  const key = eventKey(event);
  // A key without a match in it finds the event itself.
  const twin = await tx
    .selectFrom('events')
    .select('id')
    .where('key', '=', key)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (twin !== undefined) return false;
  const matchId = isAboutMatch(event) ? event.matchId : null;
  await tx
    .updateTable('events')
    .set({ key, matchId, payload: writeEvent(event) })
    .where('id', '=', id)
    .execute();
  return true;
};

/** Gives the event with this key another identity, and with it a new key; its deliveries stay. */
export const renameEvent = async (
  tx: Tx,
  key: string,
  renamed: (event: AlertEvent) => AlertEvent,
): Promise<void> => {
  const row = await tx
    .selectFrom('events')
    .select(['id', 'payload'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (row !== undefined) await rewriteEvent(tx, row.id, renamed(readEvent(row.payload)));
};

export const findEvent = async (db: Db, key: string): Promise<AlertEvent | undefined> => {
  const row = await db
    .selectFrom('events')
    .select('payload')
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? undefined : readEvent(row.payload);
};

/** Raises the priority of a match's earlier events, and of their pending deliveries, to that of a newer one. */
export const raiseEventPriority = async (
  db: Db,
  matchId: number,
  priority: number,
): Promise<void> => {
  await db
    .updateTable('events')
    .set({ priority })
    .where('matchId', '=', matchId)
    .where('doneAt', 'is', null)
    .where('priority', '>', priority)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ priority })
    .where('eventId', 'in', (eb) =>
      eb.selectFrom('events').select('id').where('matchId', '=', matchId),
    )
    // A literal, so that the partial index is used.
    .where(sql<boolean>`outcome = 'pending'`)
    .where('priority', '>', priority)
    .execute();
};

/**
 * Events whose fan-out is not finished, by priority, then the oldest, and the ids of those whose payload does not parse:
 * they cannot be sent. Those of kinds that only a newer version knows are left to it.
 */
export const openEvents = async (db: Db, limit: number) => {
  const rows = await db
    .selectFrom('events')
    .select([...COLUMNS, 'payload'])
    .where('doneAt', 'is', null)
    .where('kind', 'in', READABLE_KINDS)
    .orderBy('priority')
    .orderBy('id')
    .limit(limit)
    .execute();
  const events = readableRows(rows, outboxOf);
  const readable = new Set(events.map(({ id }) => id));
  return { events, unreadable: rows.map(({ id }) => id).filter((id) => !readable.has(id)) };
};

/** Undefined also where its payload does not parse. */
export const findOutboxEvent = async (db: Db, id: number): Promise<OutboxEvent | undefined> => {
  const rows = await db
    .selectFrom('events')
    .select([...COLUMNS, 'payload'])
    .where('id', '=', id)
    .execute();
  return readableRows(rows, outboxOf)[0];
};

/** Records that the fan-out has passed every channel up to `channelKey`. */
export const advanceCursor = async (db: Db, id: number, channelKey: number): Promise<void> => {
  await db.updateTable('events').set({ cursor: channelKey }).where('id', '=', id).execute();
};

/** Ends the fan-out of an event: every channel was reached, or it expired. */
export const finishEvent = async (db: Db, id: number, now: Instant): Promise<void> => {
  await db.updateTable('events').set({ doneAt: now }).where('id', '=', id).execute();
};
