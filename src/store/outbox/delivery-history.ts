import { readableRows, readEvent } from '../connection/documents.ts';
import type { Db } from '../connection/schema.ts';
import type { AlertHistory } from '../../domain/stored-data.ts';

/** All events, each with its delivery to one channel, if it has one. */
export const eventsWithDelivery = (db: Db, channelKey: number) =>
  db
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.event_id', '=', 'events.id')
        .on('deliveries.channel_id', '=', channelKey),
    );

/** All events of a match, oldest first, with their deliveries to one channel. */
export const deliveryHistory = async (
  db: Db,
  matchId: number,
  channelKey: number,
): Promise<readonly AlertHistory[]> => {
  const rows = await eventsWithDelivery(db, channelKey)
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

/** The match that a post of the bot is about; undefined for other messages. */
export const matchOfPost = async (
  db: Db,
  channelIds: readonly string[],
  messageId: string,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('channels')
    .innerJoin('deliveries', 'deliveries.channel_id', 'channels.id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select('events.match_id')
    .where('channels.discord_id', 'in', channelIds)
    .where('deliveries.message_id', '=', messageId)
    .executeTakeFirst();
  return row?.match_id ?? undefined;
};
