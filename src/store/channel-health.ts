import type { NotNull } from 'kysely';
import type { ChannelFailure } from '../domain/delivery-reasons.ts';
import type { Instant } from '../domain/terms.ts';
import { channelOf, type Channel } from './channels.ts';
import { prepared } from './prepared.ts';
import type { Db } from './schema.ts';

/** Marks a channel that Discord permanently refuses; its settings are kept. */
export const markBroken = async (
  db: Db,
  key: number,
  reason: ChannelFailure,
  now: Instant,
): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ broken_at: now, broken_reason: reason })
    .where('id', '=', key)
    .where('broken_at', 'is', null)
    .execute();
};

/** The broken channels of one server, or of all. */
export const brokenChannels = async (db: Db, guildId?: string): Promise<readonly Channel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('broken_at', 'is not', null)
    .where('left_at', 'is', null)
    .$if(guildId !== undefined, (query) => query.where('guild_id', '=', guildId ?? ''))
    .execute();
  return rows.map(channelOf);
};

export interface BrokenChannel {
  readonly channel: Channel;
  /** Since when Discord refuses it. */
  readonly since: Instant;
}

/** Broken channels whose failure has not been reported to anybody. */
export const untoldBroken = async (db: Db): Promise<readonly BrokenChannel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('broken_at', 'is not', null)
    .where('told_at', 'is', null)
    .where('left_at', 'is', null)
    .$narrowType<{ broken_at: NotNull }>()
    .execute();
  return rows.map((row) => ({ channel: channelOf(row), since: row.broken_at }));
};

/** Records that the failure was reported; it is reported once until the channel works again. */
export const markTold = async (db: Db, key: number, at: Instant): Promise<void> => {
  await db.updateTable('channels').set({ told_at: at }).where('id', '=', key).execute();
};

const workingUpdate = prepared((db, given) =>
  db
    .updateTable('channels')
    .set({ told_at: null })
    .where('id', '=', given('key'))
    .where('told_at', 'is not', null),
);

/** A message arrived: the channel's moderators are notified again when it breaks again. */
export const markWorking = async (db: Db, key: number): Promise<void> => {
  await workingUpdate(db, { key });
};

/** Clears the broken mark; the next message shows whether the channel works. */
export const markMended = async (db: Db, key: number): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ broken_at: null, broken_reason: null })
    .where('id', '=', key)
    .execute();
};
