import type { Instant } from '../../domain/terms.ts';
import type { Channel } from '../channels/channels.ts';
import { hasRow, nextDueIn } from '../connection/queries.ts';
import type { Db, Tx } from '../connection/schema.ts';

/** The key of a channel whose alerts were removed: its messages are deleted all the same. */
export const REMOVED_CHANNEL = 0;

/** A message of the bot that is to be deleted: another replaced it, or it is over. */
export interface PendingDeletion {
  readonly channel: Pick<Channel, 'key' | 'discordId'>;
  readonly messageId: string;
  readonly attempts: number;
}

export const scheduleDeletion = async (
  tx: Tx,
  discordId: string,
  messageId: string,
  dueAt: Instant,
): Promise<void> => {
  await tx
    .insertInto('pendingDeletions')
    .values({ discordId, messageId, dueAt })
    .onConflict((conflict) => conflict.columns(['discordId', 'messageId']).doNothing())
    .execute();
};

/** Gives up messages of channels that have been broken since `before`. */
export const deleteLostDeletions = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('pendingDeletions').where('dueAt', '<', before).execute();
};

/** In channels where the bot can write, and in those that were removed. */
const selectUnwanted = (db: Db) =>
  db
    .selectFrom('pendingDeletions')
    .leftJoin('channels', 'channels.discordId', 'pendingDeletions.discordId')
    .select(['channels.id', 'pendingDeletions.discordId', 'messageId', 'attempts'])
    .where('channels.brokenAt', 'is', null)
    .where('channels.leftAt', 'is', null);

/**
 * The messages to delete that are due at an instant, except in channels that are broken; and when the
 * next one is due, null without one.
 */
export const dueDeletions = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<{ readonly due: readonly PendingDeletion[]; readonly nextAt: Instant | null }> => {
  const rows = await selectUnwanted(db)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .execute();
  const due = rows.map((row) => ({
    channel: { key: row.id ?? REMOVED_CHANNEL, discordId: row.discordId },
    messageId: row.messageId,
    attempts: row.attempts,
  }));
  return { due, nextAt: await nextDueIn(db, 'pendingDeletions', now) };
};

type Which = Pick<PendingDeletion, 'channel' | 'messageId'>;

/** Whether a message is still to be deleted, in a channel that is not broken. */
export const isDeletionPending = (db: Db, { channel, messageId }: Which): Promise<boolean> =>
  hasRow(
    selectUnwanted(db)
      .where('pendingDeletions.discordId', '=', channel.discordId)
      .where('messageId', '=', messageId),
  );

/** Schedules a retry at `dueAt` after a temporary failure. */
export const postponeDeletion = async (
  db: Db,
  { channel, messageId }: Which,
  dueAt: Instant,
  attempts: number,
): Promise<void> => {
  await db
    .updateTable('pendingDeletions')
    .set({ dueAt, attempts })
    .where((eb) => eb.and({ discordId: channel.discordId, messageId }))
    .execute();
};

export const completeDeletion = async (db: Db, { channel, messageId }: Which): Promise<void> => {
  await db
    .deleteFrom('pendingDeletions')
    .where((eb) => eb.and({ discordId: channel.discordId, messageId }))
    .execute();
};
