import type { Updateable } from 'kysely';
import type { DeliveryReason } from '../domain/delivery-reasons.ts';
import type { Instant } from '../domain/terms.ts';
import type { Db, Tables } from './schema.ts';

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
  | { readonly outcome: 'suppressed'; readonly reason: DeliveryReason }
  | { readonly outcome: 'failed'; readonly reason: DeliveryReason; readonly detail?: string | null }
  | {
      readonly outcome: 'parked';
      readonly reason: DeliveryReason;
      readonly detail?: string | null;
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

const columnsOf = (outcome: Outcome) => ({
  outcome: outcome.outcome,
  reason: 'reason' in outcome ? outcome.reason : null,
  due_at: 'dueAt' in outcome ? outcome.dueAt : null,
  attempts: 'attempts' in outcome ? outcome.attempts : 0,
  message_id: 'messageId' in outcome ? outcome.messageId : null,
  target_id: 'targetId' in outcome ? outcome.targetId : null,
  shown_rev: 'shownRev' in outcome ? outcome.shownRev : 0,
  pinged_to: null,
  digest_at: null,
  // What it waited for last stays to be read when it waits no more.
  ...(outcome.outcome === 'parked' ? { waited_for: outcome.reason } : {}),
  ...('dueAt' in outcome || outcome.outcome === 'failed' ? { detail: outcome.detail ?? null } : {}),
});

/** Writes what became of an event in a channel, over what was written before. */
export const recordDelivery = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
  outcome: Outcome,
  now: Instant,
): Promise<void> => {
  const values = { ...columnsOf(outcome), at: now };
  await db
    .insertInto('deliveries')
    .values((eb) => ({
      event_id: eventId,
      channel_id: channelKey,
      ...values,
      lane:
        outcome.outcome === 'parked'
          ? eb.selectFrom('events').select('lane').where('id', '=', eventId)
          : null,
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'channel_id'])
        .doUpdateSet((eb) => ({ ...values, lane: eb.ref('excluded.lane') })),
    )
    .execute();
};

/** What quiet hours held back is told by the digest that is due when they end. */
export const keepForDigest = (db: Db, key: DeliveryKey, digestAt: Instant): Promise<void> =>
  changeDelivery(db, key, { digest_at: digestAt });

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

/** No revision is worth another try: what it was about is gone. */
export const NO_REVISION = 2 ** 31 - 1;

/** A post now shows revision `rev` of its event; or never will, which is no reason to try again. */
export const postShown = (db: Db, key: DeliveryKey, rev: number): Promise<void> =>
  changeDelivery(db, key, { shown_rev: rev, due_at: null });
