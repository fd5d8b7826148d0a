import { alertsOfMask } from '../../domain/alerts/follows.ts';
import type { ChannelData, StoredFollow } from '../../domain/stored-data.ts';
import type { Channel } from './channels.ts';
import { targetOf } from '../follows/follows.ts';
import type { Db, Tx } from '../connection/schema.ts';

export const channelData = async (db: Db, channel: Channel): Promise<ChannelData> => {
  const { key } = channel;
  const rows = await db
    .selectFrom('follows')
    .select(['kind', 'target_id', 'created_at', 'types'])
    .where('channel_id', '=', key)
    .where('member_id', '=', '')
    .orderBy('created_at')
    .orderBy('target_id')
    .execute();
  const { memberFollows, members } = await db
    .selectFrom('follows')
    .select((eb) => [
      eb.fn.countAll<number>().as('memberFollows'),
      eb.fn.count<number>('member_id').distinct().as('members'),
    ])
    .where('channel_id', '=', key)
    .where('member_id', '!=', '')
    .executeTakeFirstOrThrow();
  return {
    channel,
    follows: rows.flatMap(exportedFollows),
    memberFollows,
    members,
    posts: await postsIn(db, key),
  };
};

export const exportedFollows = (row: {
  kind: string;
  target_id: number;
  created_at: number;
  types: number;
}): readonly StoredFollow[] =>
  targetOf(row).map((target) => ({
    target,
    since: row.created_at,
    alerts: alertsOfMask(row.types),
  }));

const NOTED = ['deliveries', 'cards', 'threads'] as const;

const postsIn = async (db: Db, key: number): Promise<number> => {
  let posts = 0;
  for (const table of NOTED) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('channel_id', '=', key)
      .executeTakeFirstOrThrow();
    posts += count;
  }
  return posts;
};

/** Deletes a channel and everything that belongs to it. */
export const deleteChannel = async (tx: Tx, key: number): Promise<void> => {
  await tx.deleteFrom('follows').where('channel_id', '=', key).execute();
  await tx.deleteFrom('cards').where('channel_id', '=', key).execute();
  await tx.deleteFrom('threads').where('channel_id', '=', key).execute();
  await tx.deleteFrom('deliveries').where('channel_id', '=', key).execute();
  // Events for this channel only.
  await tx.deleteFrom('events').where('channel_id', '=', key).execute();
  await tx.deleteFrom('channels').where('id', '=', key).execute();
};
