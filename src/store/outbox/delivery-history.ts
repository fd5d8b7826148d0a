import type { AlertEvent } from '../../domain/alerts/events.ts';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { readableRows, readEvent } from '../connection/documents.ts';
import type { DeliveryResult } from './deliveries.ts';
import type { Db } from '../connection/schema.ts';

/** An event of a match, and its delivery to a channel. */
interface Audited {
  readonly event: AlertEvent;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** Whether the fan-out has reached every recipient. */
  readonly isDone: boolean;
  /** Null when the channel was not a recipient. */
  readonly delivery: {
    readonly outcome: DeliveryResult['outcome'];
    readonly reason: DeliveryReason | null;
    /** Discord's error text. */
    readonly detail: string | null;
    /** The reason of its last wait. */
    readonly waitedFor: DeliveryReason | null;
    readonly dueAt: Instant | null;
    readonly at: Instant;
    readonly messageId: string | null;
    readonly targetId: string | null;
  } | null;
}

/** All events of a match, oldest first, with their deliveries to one channel. */
export const deliveryHistory = async (
  db: Db,
  matchId: number,
  channelKey: number,
): Promise<readonly Audited[]> => {
  const rows = await db
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.event_id', '=', 'events.id')
        .on('deliveries.channel_id', '=', channelKey),
    )
    .select([
      'events.payload',
      'events.created_at',
      'events.expires_at',
      'events.done_at',
      'deliveries.outcome',
      'deliveries.reason',
      'deliveries.detail',
      'deliveries.last_delay_reason',
      'deliveries.due_at',
      'deliveries.at',
      'deliveries.message_id',
      'deliveries.target_id',
    ])
    .where('events.match_id', '=', matchId)
    .orderBy('events.id')
    .execute();
  return readableRows(rows, (row) => ({
    event: readEvent(row.payload),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isDone: row.done_at !== null,
    delivery:
      row.outcome === null || row.at === null
        ? null
        : {
            outcome: row.outcome,
            reason: row.reason,
            detail: row.detail,
            waitedFor: row.last_delay_reason,
            dueAt: row.due_at,
            at: row.at,
            messageId: row.message_id,
            targetId: row.target_id,
          },
  }));
};
