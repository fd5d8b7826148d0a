import { readableRows, readEvent } from '../connection/documents.ts';
import type { Db } from '../connection/schema.ts';
import type { AlertHistory } from '../../domain/stored-data.ts';

/** All events, each with its delivery to one channel, if it has one. */
export const eventsWithDelivery = (db: Db, channelKey: number) =>
  db
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.eventId', '=', 'events.id')
        .on('deliveries.channelKey', '=', channelKey),
    );

/**
 * All events of a match, oldest first, with their deliveries to one channel.
 * @param otherKey the key of another event
 */
export const deliveryHistory = async (
  db: Db,
  matchId: number,
  channelKey: number,
  otherKey = '',
): Promise<readonly AlertHistory[]> => {
  const rows = await eventsWithDelivery(db, channelKey)
    .select(['events.payload', 'events.createdAt', 'events.expiresAt', 'events.doneAt'])
    .select(['deliveries.outcome', 'deliveries.reason', 'deliveries.detail', 'deliveries.at'])
    .select(['deliveries.messageId', 'deliveries.targetId', 'deliveries.dueAt'])
    .select('deliveries.lastDelayReason as waitedFor')
    .where((eb) => eb.or([eb('events.matchId', '=', matchId), eb('events.key', '=', otherKey)]))
    .orderBy('events.id')
    .execute();
  return readableRows(rows, ({ payload, createdAt, expiresAt, doneAt, outcome, at, ...row }) => ({
    event: readEvent(payload),
    createdAt,
    expiresAt,
    isDone: doneAt !== null,
    delivery: outcome === null || at === null ? null : { ...row, outcome, at },
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
    .innerJoin('deliveries', 'deliveries.channelKey', 'channels.id')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .select('events.matchId')
    .where('channels.discordId', 'in', channelIds)
    .where('deliveries.messageId', '=', messageId)
    .executeTakeFirst();
  return row?.matchId ?? undefined;
};
