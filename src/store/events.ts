import { sql } from 'kysely';
import { isAboutMatch, isForChannel, keyOf, type AlertEvent } from '../domain/alert-events.ts';
import type { Instant } from '../domain/terms.ts';
import { readEvent, UnreadableDocument, writeEvent } from './documents.ts';
import { prepared, type Given } from './prepared.ts';
import type { Db, Row, Tx } from './schema.ts';

/** A piece of news on its way to the channels that follow it. */
export interface OutboxEvent {
  readonly id: number;
  readonly key: string;
  readonly event: AlertEvent;
  readonly lane: number;
  /** When it became known. */
  readonly createdAt: Instant;
  /** When it last changed; null while it stands as first told. */
  readonly revisedAt: Instant | null;
  /** Fan-out has passed all channels up to this key. */
  readonly cursor: number;
  /** After this it is no longer news. */
  readonly expiresAt: Instant;
  /** Grows with every revision. */
  readonly rev: number;
  readonly correctedAt: Instant | null;
}

export interface NewEvent {
  readonly event: AlertEvent;
  readonly lane: number;
  readonly expiresAt: Instant;
}

const outboxOf = (row: Row<'events'>): OutboxEvent => ({
  id: row.id,
  key: row.key,
  event: readEvent(row.payload),
  lane: row.lane,
  createdAt: row.created_at,
  revisedAt: row.revised_at,
  cursor: row.cursor,
  expiresAt: row.expires_at,
  rev: row.rev,
  correctedAt: row.corrected_at,
});

const columnsOf = ({ event, lane, expiresAt }: NewEvent, now: Instant) => ({
  key: keyOf(event),
  match_id: isAboutMatch(event) ? event.matchId : null,
  channel_id: isForChannel(event) ? event.channelKey : null,
  kind: event.kind,
  payload: writeEvent(event),
  lane,
  cursor: 0,
  created_at: now,
  expires_at: expiresAt,
  done_at: null,
  rev: 0,
  revised_at: null,
  corrected_at: null,
});

const insertEvent = prepared((db, given: Given<ReturnType<typeof columnsOf>>) =>
  db
    .insertInto('events')
    .values({
      key: given('key'),
      match_id: given('match_id'),
      channel_id: given('channel_id'),
      kind: given('kind'),
      payload: given('payload'),
      lane: given('lane'),
      cursor: given('cursor'),
      created_at: given('created_at'),
      expires_at: given('expires_at'),
      done_at: given('done_at'),
      rev: given('rev'),
      revised_at: given('revised_at'),
      corrected_at: given('corrected_at'),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll(),
);

/**
 * Writes news into the outbox; what is there already, by its key, stays as it is.
 * @returns what was not there.
 */
export const addEvents = async (
  db: Db,
  events: readonly NewEvent[],
  now: Instant,
): Promise<readonly OutboxEvent[]> => {
  const added: OutboxEvent[] = [];
  // One by one: there are few at a time, and mostly there is one.
  for (const news of events) {
    added.push(...(await insertEvent(db, columnsOf(news, now))).map(outboxOf));
  }
  return added;
};

/**
 * Writes news whose one delivery is noted beside it, so that no fan-out has to find it.
 * @returns its id, also when it was there already.
 */
export const finishedEvent = async (tx: Tx, news: NewEvent, now: Instant): Promise<number> => {
  const columns = columnsOf(news, now);
  const { id } = await tx
    .insertInto('events')
    .values({ ...columns, done_at: now })
    // A row that stays as it is is not returned: its key is written once more.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: columns.key }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Replaces what an event says; posts that showed it otherwise become stale. A correction is marked
 * as one; details that became known later are not.
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
      revised_at: now,
      ...(isCorrection ? { corrected_at: now } : {}),
    }))
    .where('key', '=', keyOf(event))
    .execute();
};

/**
 * Makes an event one about another match; what became of it in channels stays.
 * @returns false when that match has the same news already: then nothing is changed
 */
export const rewriteEvent = async (tx: Tx, id: number, event: AlertEvent): Promise<boolean> => {
  const key = keyOf(event);
  // The key of some news names no match: then it is its own.
  const twin = await tx
    .selectFrom('events')
    .select('id')
    .where('key', '=', key)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (twin !== undefined) return false;
  const match_id = isAboutMatch(event) ? event.matchId : null;
  await tx
    .updateTable('events')
    .set({ key, match_id, payload: writeEvent(event) })
    .where('id', '=', id)
    .execute();
  return true;
};

/** News of a tie that goes by another key from now on. */
export const renameTieEvent = async (tx: Tx, from: string, to: string): Promise<void> => {
  const row = await tx
    .selectFrom('events')
    .select(['id', 'payload'])
    .where('key', '=', `tie:${from}`)
    .executeTakeFirst();
  const event = row === undefined ? undefined : readEvent(row.payload);
  if (row !== undefined && event?.kind === 'tie') {
    await rewriteEvent(tx, row.id, { ...event, tie: to });
  }
};

/** What an event says, by its key; undefined when there was none. */
export const findEvent = async (db: Db, key: string): Promise<AlertEvent | undefined> => {
  const row = await db
    .selectFrom('events')
    .select('payload')
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? undefined : readEvent(row.payload);
};

/** Earlier news of a match that is on its way, or waits, goes as fast as what is told now. */
export const hurryEvents = async (db: Db, matchId: number, lane: number): Promise<void> => {
  await db
    .updateTable('events')
    .set({ lane })
    .where('match_id', '=', matchId)
    .where('done_at', 'is', null)
    .where('lane', '>', lane)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ lane })
    .where('event_id', 'in', (eb) =>
      eb.selectFrom('events').select('id').where('match_id', '=', matchId),
    )
    // A literal: by the index of what is parked.
    .where(sql<boolean>`outcome = 'parked'`)
    .where('lane', '>', lane)
    .execute();
};

interface OpenEvents {
  readonly events: readonly OutboxEvent[];
  /** Ids of those whose payload cannot be read: they are never going to be sent. */
  readonly unreadable: readonly number[];
}

/** Events that still have channels to reach: by lane, then the oldest. */
export const openEvents = async (db: Db, limit: number): Promise<OpenEvents> => {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('done_at', 'is', null)
    .orderBy('lane')
    .orderBy('id')
    .limit(limit)
    .execute();
  return readRows(rows);
};

const readRows = (rows: readonly Row<'events'>[]): OpenEvents => {
  const events: OutboxEvent[] = [];
  const unreadable: number[] = [];
  for (const row of rows) {
    try {
      events.push(outboxOf(row));
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      unreadable.push(row.id);
    }
  }
  return { events, unreadable };
};

export const findEvents = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OutboxEvent>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  return new Map(readRows(rows).events.map((outbox) => [outbox.id, outbox]));
};

/** Fan-out of an event has passed every channel up to `channelKey`. */
export const advanceCursor = async (db: Db, id: number, channelKey: number): Promise<void> => {
  await db.updateTable('events').set({ cursor: channelKey }).where('id', '=', id).execute();
};

/** No channels are left for an event, or it is no longer news. */
export const finishEvent = async (db: Db, id: number, now: Instant): Promise<void> => {
  await db.updateTable('events').set({ done_at: now }).where('id', '=', id).execute();
};
