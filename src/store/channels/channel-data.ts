import { alertsOfMask } from '../../domain/alerts/follows.ts';
import type { ChannelData, StoredFollow } from '../../domain/stored-data.ts';
import type { Channel } from './channels.ts';
import { withTargets } from '../follows/follows.ts';
import { countOf } from '../connection/queries.ts';
import type { Db, Row, Tx } from '../connection/schema.ts';

export const channelData = async (db: Db, channel: Channel): Promise<ChannelData> => {
  const { key } = channel;
  const rows = await db
    .selectFrom('follows')
    .select(['kind', 'targetId', 'createdAt', 'types'])
    .where((eb) => eb.and({ channelKey: key, memberId: '' }))
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
    follows: exportedFollows(rows),
    memberFollows,
    members,
    posts: await postsIn(db, key),
  };
};

export const exportedFollows = (
  rows: readonly Pick<Row<'follows'>, 'kind' | 'targetId' | 'createdAt' | 'types'>[],
): readonly StoredFollow[] =>
  withTargets(rows).map(({ target, createdAt, types }) => ({
    target,
    since: createdAt,
    alerts: alertsOfMask(types),
  }));

const postsIn = async (db: Db, key: number): Promise<number> => {
  let posts = 0;
  for (const table of ['deliveries', 'cards', 'threads'] as const) {
    posts += await countOf(db.selectFrom(table).where('channelKey', '=', key));
  }
  return posts;
};

/** Deletes a channel and everything that belongs to it. */
export const deleteChannel = async (tx: Tx, key: number): Promise<void> => {
  // An event with a channel is for that one only.
  for (const table of ['follows', 'cards', 'threads', 'deliveries', 'events'] as const) {
    await tx.deleteFrom(table).where('channelKey', '=', key).execute();
  }
  await tx.deleteFrom('channels').where('id', '=', key).execute();
};
