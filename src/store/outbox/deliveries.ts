import { sql, type Updateable } from 'kysely';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { excluded } from '../connection/queries.ts';
import { prepared } from '../connection/prepared.ts';
import type { DeliveryTable } from './outbox-tables.ts';
import type { Db } from '../connection/schema.ts';

/**
 * The result of an event in a channel. `pending` is scheduled or retrying at its due time; the others
 * are final, with the reason that `/alerts why` shows.
 */
export type DeliveryResult =
  | {
      readonly outcome: 'sent';
      readonly messageId: string;
      /** The thread of the message; null for the channel itself. */
      readonly targetId: string | null;
      readonly shownRev: number;
    }
  | {
      readonly outcome: 'suppressed';
      readonly reason: DeliveryReason;
      /** When the digest is due for which quiet hours keep it. */
      readonly digestAt?: Instant;
    }
  | { readonly outcome: 'failed'; readonly reason: DeliveryReason; readonly detail?: string | null }
  | {
      readonly outcome: 'pending';
      readonly reason: DeliveryReason;
      readonly detail?: string | null;
      readonly dueAt: Instant;
      readonly attempts: number;
      /** Digests of the texts of tries that Discord may have taken, when this try adds one. */
      readonly triedDigests?: readonly string[];
    };

export type DeliveryKey = Readonly<Pick<DeliveryTable, 'eventId' | 'channelKey'>>;

/** A pending delivery, or a post that needs its event's correction. */
export interface PendingDelivery
  extends DeliveryKey, Readonly<Pick<DeliveryTable, 'attempts' | 'messageId' | 'targetId'>> {
  /** Digests of the texts of tries that Discord may have taken without an answer. */
  readonly triedDigests: readonly string[];
}

export const triedDigestsIn = (stored: string | null): readonly string[] =>
  stored === null ? [] : stored.split(' ');

const columnsOf = (
  { eventId, channelKey }: DeliveryKey,
  outcome: DeliveryResult,
  now: Instant,
) => ({
  eventId,
  channelKey,
  outcome: outcome.outcome,
  reason: 'reason' in outcome ? outcome.reason : null,
  dueAt: 'dueAt' in outcome ? outcome.dueAt : null,
  attempts: 'attempts' in outcome ? outcome.attempts : 0,
  messageId: 'messageId' in outcome ? outcome.messageId : null,
  targetId: 'targetId' in outcome ? outcome.targetId : null,
  shownRev: 'shownRev' in outcome ? outcome.shownRev : 0,
  detail: 'dueAt' in outcome || outcome.outcome === 'failed' ? (outcome.detail ?? null) : null,
  at: now,
  digestAt: 'digestAt' in outcome ? outcome.digestAt : null,
  lastDelayReason: outcome.outcome === 'pending' ? outcome.reason : null,
  triedDigests: ('triedDigests' in outcome && outcome.triedDigests.join(' ')) || null,
});

const upsertDelivery = prepared((db, given: ReturnType<typeof columnsOf>) =>
  db
    .insertInto('deliveries')
    .values((eb) => ({
      ...given,
      priority: eb
        .selectFrom('events')
        .select('priority')
        .where('id', '=', given.eventId)
        .where(sql<boolean>`${given.outcome} = 'pending'`),
    }))
    .onConflict((conflict) =>
      conflict.columns(['eventId', 'channelKey']).doUpdateSet((eb) => ({
        ...excluded([...Object.keys(given), 'priority']),
        pingedTo: null,
        // What a delivery waited for last stays readable, with its detail, when it waits no more.
        detail: sql<
          string | null
        >`case when excluded.outcome in ('pending', 'failed') then excluded.detail else deliveries.detail end`,
        lastDelayReason: eb.fn.coalesce('excluded.lastDelayReason', 'deliveries.lastDelayReason'),
        triedDigests: eb.fn.coalesce('excluded.triedDigests', 'deliveries.triedDigests'),
      })),
    ),
);

/** Writes the result of an event in a channel, replacing an earlier one. */
export const recordDelivery = async (
  db: Db,
  key: DeliveryKey,
  outcome: DeliveryResult,
  now: Instant,
): Promise<void> => {
  await upsertDelivery(db, columnsOf(key, outcome, now));
};

/** Which of these channels already have a result of the event. */
export const channelsReached = async (
  db: Db,
  eventId: number,
  channelKeys: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (channelKeys.length === 0) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .select('channelKey')
    .where('eventId', '=', eventId)
    .where('channelKey', 'in', channelKeys)
    .execute();
  return new Set(rows.map((row) => row.channelKey));
};

/** Whether a delivery is still pending: no other process has sent it or given it up since it was read. */
export const isDeliveryPending = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
): Promise<boolean> => {
  const row = await db
    .selectFrom('deliveries')
    .select('outcome')
    .where((eb) => eb.and({ eventId, channelKey }))
    .executeTakeFirst();
  return row?.outcome === 'pending';
};

export const changeDelivery = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
  change: Updateable<DeliveryTable>,
): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set(change)
    .where((eb) => eb.and({ eventId, channelKey }))
    .execute();
};

/** Schedules a retry of a post or its correction at `dueAt` after a temporary failure. */
export const postponePost = (
  db: Db,
  key: DeliveryKey,
  dueAt: Instant,
  attempts: number,
): Promise<void> => changeDelivery(db, key, { dueAt, attempts });

/** Above every revision: the post is never corrected again, its message is gone. */
export const NEVER_CORRECT = 2 ** 31 - 1;

/** Records that a post shows revision `rev` of its event; `NEVER_CORRECT` ends all corrections. */
export const recordRevisionShown = (db: Db, key: DeliveryKey, rev: number): Promise<void> =>
  changeDelivery(db, key, { shownRev: rev, dueAt: null });
