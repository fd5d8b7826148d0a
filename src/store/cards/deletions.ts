import type { Instant } from '../../domain/terms.ts';
import type { Channel } from '../channels/channels.ts';
import { nextDueIn } from '../connection/next-due.ts';
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
    .insertInto('pending_deletions')
    .values({ discord_id: discordId, message_id: messageId, due_at: dueAt })
    .onConflict((conflict) => conflict.columns(['discord_id', 'message_id']).doNothing())
    .execute();
};

/** Gives up messages of channels that have been broken since `before`. */
export const deleteLostDeletions = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('pending_deletions').where('due_at', '<', before).execute();
};

/** In channels where the bot can write, and in those that were removed. */
const selectUnwanted = (db: Db) =>
  db
    .selectFrom('pending_deletions')
    .leftJoin('channels', 'channels.discord_id', 'pending_deletions.discord_id')
    .select(['channels.id', 'pending_deletions.discord_id', 'message_id', 'attempts'])
    .where('channels.broken_at', 'is', null)
    .where('channels.left_at', 'is', null);

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
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  const due = rows.map((row) => ({
    channel: { key: row.id ?? REMOVED_CHANNEL, discordId: row.discord_id },
    messageId: row.message_id,
    attempts: row.attempts,
  }));
  return { due, nextAt: await nextDueIn(db, 'pending_deletions', now) };
};

type Which = Pick<PendingDeletion, 'channel' | 'messageId'>;

/** Whether a message is still to be deleted, in a channel that is not broken. */
export const isDeletionPending = async (
  db: Db,
  { channel, messageId }: Which,
): Promise<boolean> => {
  const row = await selectUnwanted(db)
    .where('pending_deletions.discord_id', '=', channel.discordId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Schedules a retry at `dueAt` after a temporary failure. */
export const postponeDeletion = async (
  db: Db,
  { channel, messageId }: Which,
  dueAt: Instant,
  attempts: number,
): Promise<void> => {
  await db
    .updateTable('pending_deletions')
    .set({ due_at: dueAt, attempts })
    .where('discord_id', '=', channel.discordId)
    .where('message_id', '=', messageId)
    .execute();
};

export const completeDeletion = async (db: Db, { channel, messageId }: Which): Promise<void> => {
  await db
    .deleteFrom('pending_deletions')
    .where('discord_id', '=', channel.discordId)
    .where('message_id', '=', messageId)
    .execute();
};
