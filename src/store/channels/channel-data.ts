import { alertsOfMask } from '../../domain/alerts/follows.ts';
import type { ChannelData, StoredFollow } from '../../domain/stored-data.ts';
import type { Channel } from './channels.ts';
import { targetOf } from '../follows/follows.ts';
import type { Db, Tx } from '../connection/schema.ts';

export const channelData = async (db: Db, channel: Channel): Promise<ChannelData> => {
  const { key } = channel;
  const rows = await db
    .selectFrom('follows')
    .select(['kind', 'targetId', 'createdAt', 'types'])
    .where('channelKey', '=', key)
    .where('memberId', '=', '')
    .orderBy('createdAt')
    .orderBy('targetId')
    .execute();
  const { memberFollows, members } = await db
    .selectFrom('follows')
    .select((eb) => [
      eb.fn.countAll<number>().as('memberFollows'),
      eb.fn.count<number>('memberId').distinct().as('members'),
    ])
    .where('channelKey', '=', key)
    .where('memberId', '!=', '')
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
  targetId: number;
  createdAt: number;
  types: number;
}): readonly StoredFollow[] =>
  targetOf(row).map((target) => ({
    target,
    since: row.createdAt,
    alerts: alertsOfMask(row.types),
  }));

const NOTED = ['deliveries', 'cards', 'threads'] as const;

const postsIn = async (db: Db, key: number): Promise<number> => {
  let posts = 0;
  for (const table of NOTED) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('channelKey', '=', key)
      .executeTakeFirstOrThrow();
    posts += count;
  }
  return posts;
};

/** Deletes a channel and everything that belongs to it. */
export const deleteChannel = async (tx: Tx, key: number): Promise<void> => {
  await tx.deleteFrom('follows').where('channelKey', '=', key).execute();
  await tx.deleteFrom('cards').where('channelKey', '=', key).execute();
  await tx.deleteFrom('threads').where('channelKey', '=', key).execute();
  await tx.deleteFrom('deliveries').where('channelKey', '=', key).execute();
  // Events for this channel only.
  await tx.deleteFrom('events').where('channelKey', '=', key).execute();
  await tx.deleteFrom('channels').where('id', '=', key).execute();
};
