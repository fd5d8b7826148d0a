import { sql } from 'kysely';
import type { AlertType } from '../../domain/alerts/alert-types.ts';
import { eventKindsOf } from '../../domain/alerts/events.ts';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import type { DeliveryKey } from './deliveries.ts';
import { prepared } from '../connection/prepared.ts';
import type { Db } from '../connection/schema.ts';
import { eventsWithDelivery } from './delivery-history.ts';

const earlierUndeliveredOf = prepared(
  (db, { matchId, eventId }: Record<'matchId' | 'eventId', number>) =>
    db
      .selectFrom('events')
      .select('id')
      .where('matchId', '=', matchId)
      .where('id', '<', eventId)
      .where((eb) =>
        eb.or([
          eb('doneAt', 'is', null),
          eb.exists(
            eb
              .selectFrom('deliveries')
              .select('deliveries.eventId')
              .whereRef('deliveries.eventId', '=', 'events.id')
              // A literal, so that the partial index is used.
              .where(sql<boolean>`deliveries.outcome = 'pending'`),
          ),
        ]),
      )
      .limit(1),
);

/** Whether any channel has an undelivered event of the same match from before an event. */
export const hasEarlierUndelivered = async (
  db: Db,
  matchId: number,
  eventId: number,
): Promise<boolean> => (await earlierUndeliveredOf(db, { matchId, eventId })).length > 0;

interface EarlierUndelivered {
  /** When the last of them is due; null when it is in flight. */
  readonly dueAt: Instant | null;
}

/**
 * The earlier events of the same match that the channel has not received; null when there are none.
 * @param types of alert that the channel wants
 */
export const earlierUndelivered = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
  matchId: number,
  types: readonly AlertType[],
): Promise<EarlierUndelivered | null> => {
  const rows = await eventsWithDelivery(db, channelKey)
    .select('deliveries.dueAt')
    .where('events.matchId', '=', matchId)
    .where('events.id', '<', eventId)
    .where((eb) =>
      eb.or([
        // What Discord declines holds nothing up.
        eb.and([
          eb('deliveries.outcome', '=', 'pending'),
          eb('deliveries.reason', '!=', 'declined' satisfies DeliveryReason),
        ]),
        // Excludes what the channel does not want and what the fan-out has passed.
        eb.and([
          eb('deliveries.outcome', 'is', null),
          eb('events.doneAt', 'is', null),
          eb('events.cursor', '<', channelKey),
          eb('events.kind', 'in', ['', ...eventKindsOf(types)]),
        ]),
      ]),
    )
    .execute();
  if (rows.length === 0) return null;
  const due = rows.flatMap(({ dueAt }) => dueAt ?? []);
  return { dueAt: due.length === 0 ? null : Math.max(...due) };
};

/**
 * Until when, at least, the start post of a match is in flight or scheduled for a channel, where it
 * becomes the card; null when it was delivered, or never will be.
 */
export const startPostDueAt = async (
  db: Db,
  { matchId, channelKey }: { readonly matchId: number; readonly channelKey: number },
  now: Instant,
): Promise<Instant | null> => {
  const row = await eventsWithDelivery(db, channelKey)
    .select(['deliveries.outcome', 'deliveries.dueAt', 'events.doneAt'])
    .where('events.matchId', '=', matchId)
    .where('events.kind', '=', 'start')
    .executeTakeFirst();
  if (row === undefined) return null;
  const isPending = row.outcome === null ? row.doneAt === null : row.outcome === 'pending';
  return isPending ? Math.max(now, row.dueAt ?? 0) : null;
};
