import { sql, type Updateable } from 'kysely';
import type { Instant } from '../domain/terms.ts';
import { prepared, type Given } from './prepared.ts';
import type { Db, Row, Tables } from './schema.ts';

/**
 * What became of an event in a channel. `parked` waits for its due time (a retry); the others are
 * final, with the reason that `/alerts why` will read back.
 */
export type Outcome =
  | {
      readonly outcome: 'sent';
      readonly messageId: string;
      /** The thread that it stands in; null for the channel itself. */
      readonly targetId: string | null;
      readonly shownRev: number;
    }
  | { readonly outcome: 'suppressed' | 'failed'; readonly reason: string }
  | {
      readonly outcome: 'parked';
      readonly reason: string;
      readonly dueAt: Instant;
      readonly attempts: number;
    };

export interface DeliveryKey {
  readonly eventId: number;
  readonly channelKey: number;
}

/** A delivery that waits, or a post that trails its corrected event. */
export interface PendingDelivery extends DeliveryKey {
  readonly attempts: number;
  readonly messageId: string | null;
  readonly targetId: string | null;
}

const columnsOf = ({ eventId, channelKey }: DeliveryKey, outcome: Outcome, now: Instant) => ({
  event_id: eventId,
  channel_id: channelKey,
  outcome: outcome.outcome,
  reason: 'reason' in outcome ? outcome.reason : null,
  due_at: 'dueAt' in outcome ? outcome.dueAt : null,
  attempts: 'attempts' in outcome ? outcome.attempts : 0,
  message_id: 'messageId' in outcome ? outcome.messageId : null,
  target_id: 'targetId' in outcome ? outcome.targetId : null,
  shown_rev: 'shownRev' in outcome ? outcome.shownRev : 0,
  at: now,
  waited_for: outcome.outcome === 'parked' ? outcome.reason : null,
});

const upsertDelivery = prepared((db, given: Given<ReturnType<typeof columnsOf>>) =>
  db
    .insertInto('deliveries')
    .values((eb) => ({
      event_id: given('event_id'),
      channel_id: given('channel_id'),
      outcome: given('outcome'),
      reason: given('reason'),
      due_at: given('due_at'),
      attempts: given('attempts'),
      message_id: given('message_id'),
      target_id: given('target_id'),
      shown_rev: given('shown_rev'),
      at: given('at'),
      waited_for: given('waited_for'),
      lane: eb
        .selectFrom('events')
        .select('lane')
        .where('id', '=', given('event_id'))
        .where(sql<boolean>`${given('outcome')} = 'parked'`),
    }))
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'channel_id']).doUpdateSet((eb) => ({
        outcome: eb.ref('excluded.outcome'),
        reason: eb.ref('excluded.reason'),
        due_at: eb.ref('excluded.due_at'),
        attempts: eb.ref('excluded.attempts'),
        message_id: eb.ref('excluded.message_id'),
        target_id: eb.ref('excluded.target_id'),
        shown_rev: eb.ref('excluded.shown_rev'),
        at: eb.ref('excluded.at'),
        lane: eb.ref('excluded.lane'),
        pinged_to: null,
        // The last reason for which it was scheduled stays readable.
        waited_for: eb.fn.coalesce('excluded.waited_for', 'deliveries.waited_for'),
      })),
    ),
);

/** Writes what became of an event in a channel, over what was written before. */
export const recordDelivery = async (
  db: Db,
  key: DeliveryKey,
  outcome: Outcome,
  now: Instant,
): Promise<void> => {
  await upsertDelivery(db, columnsOf(key, outcome, now));
};

/** What a delivery waits for that is kept for the end of a night's quiet hours. */
export const keptFor = (until: Instant): string => `quiet-hours ${until}`;

/** What was not told in quiet hours is told when they end: with which of them, is noted. */
export const keepUntil = (db: Db, key: DeliveryKey, until: Instant): Promise<void> =>
  changeDelivery(db, key, { waited_for: keptFor(until) });

/** Which of these channels have an outcome of the event already. */
export const channelsReached = async (
  db: Db,
  eventId: number,
  channelKeys: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (channelKeys.length === 0) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .select('channel_id')
    .where('event_id', '=', eventId)
    .where('channel_id', 'in', channelKeys)
    .execute();
  return new Set(rows.map((row) => row.channel_id));
};

/**
 * Parked deliveries whose time has come, of one lane or of all; those of a server that was left wait
 * for the return.
 */
export const dueDeliveries = async (
  db: Db,
  now: Instant,
  limit: number,
  lane?: number,
): Promise<readonly PendingDelivery[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select(PENDING)
    .where('deliveries.due_at', '<=', now)
    // A literal: by the index of what waits.
    .where(sql<boolean>`deliveries.outcome = 'parked'`)
    .where('channels.left_at', 'is', null)
    .$if(lane !== undefined, (query) => query.where('deliveries.lane', '=', lane ?? 0))
    .orderBy('deliveries.due_at')
    .orderBy('deliveries.event_id')
    .limit(limit)
    .execute();
  return rows.map(pendingOf);
};

/** Whether a delivery still waits: nobody has sent it, or given it up, since it was read. */
export const isParked = async (db: Db, { eventId, channelKey }: DeliveryKey): Promise<boolean> => {
  const row = await db
    .selectFrom('deliveries')
    .select('outcome')
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelKey)
    .executeTakeFirst();
  return row?.outcome === 'parked';
};

/** When the next postponed delivery or correction is due after `now`; null when none waits. */
export const nextDeliveryDue = async (db: Db, now: Instant): Promise<Instant | null> => {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min('due_at').as('due'))
    .where('due_at', '>', now)
    .executeTakeFirst();
  return row?.due ?? null;
};

/** Changes what is noted of a delivery. */
export const changeDelivery = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
  change: Updateable<Tables['deliveries']>,
): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set(change)
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelKey)
    .execute();
};

/** It failed for now, sent or corrected: not before `dueAt` again. */
export const postponePost = (
  db: Db,
  key: DeliveryKey,
  dueAt: Instant,
  attempts: number,
): Promise<void> => changeDelivery(db, key, { due_at: dueAt, attempts });

/** What is read of a delivery that waits, or trails. */
export const PENDING = [
  'deliveries.event_id',
  'deliveries.channel_id',
  'deliveries.attempts',
  'deliveries.message_id',
  'deliveries.target_id',
] as const;

type PendingColumn = 'event_id' | 'channel_id' | 'attempts' | 'message_id' | 'target_id';

/** A delivery that waits, or trails, as it is read. */
export const pendingOf = (row: Pick<Row<'deliveries'>, PendingColumn>): PendingDelivery => ({
  eventId: row.event_id,
  channelKey: row.channel_id,
  attempts: row.attempts,
  messageId: row.message_id,
  targetId: row.target_id,
});
