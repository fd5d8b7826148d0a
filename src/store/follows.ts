import { sql, type ExpressionBuilder } from 'kysely';
import { FOLLOW_KINDS, isWide, type FollowKind, type FollowTarget } from '../domain/follows.ts';
import type { Merge } from '../domain/merges.ts';
import { keysOfPlayer, pairKeyAfterMerge } from '../domain/pairs.ts';
import type { Db, Tables, Tx } from './schema.ts';

/** Who follows: a channel for everybody in it, or one member under the alerts of that channel. */
export interface Follower {
  readonly channelKey: number;
  /** Discord id; null for the channel itself. */
  readonly memberId: string | null;
}

const memberColumn = ({ memberId }: Follower): string => memberId ?? '';

/** The most that a channel follows, or a member under the alerts of a channel. */
export const MAX_FOLLOWS = 200;

/** What became of a follow that was to be added; `full` when there are `MAX_FOLLOWS` already. */
export type AddedFollow = 'added' | 'known' | 'full';

/** Adds a follow. Two at the same moment may both take the last place. */
export const addFollow = async (
  db: Db,
  follower: Follower,
  target: FollowTarget,
  now: number,
): Promise<AddedFollow> => {
  const row = {
    kind: target.kind,
    target_id: target.id,
    channel_id: follower.channelKey,
    member_id: memberColumn(follower),
  };
  const own = db
    .selectFrom('follows')
    .where('channel_id', '=', row.channel_id)
    .where('member_id', '=', row.member_id);
  const { follows } = await own
    .select((eb) => eb.fn.countAll<number>().as('follows'))
    .executeTakeFirstOrThrow();
  if (follows >= MAX_FOLLOWS) {
    const known = await own
      .select('kind')
      .where('kind', '=', row.kind)
      .where('target_id', '=', row.target_id)
      .executeTakeFirst();
    return known === undefined ? 'full' : 'known';
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('follows')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? 'added' : 'known';
};

/** Removes a follow; false when there was none. */
export const removeFollow = async (
  db: Db,
  follower: Follower,
  target: FollowTarget,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('follows')
    .where('kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .where('channel_id', '=', follower.channelKey)
    .where('member_id', '=', memberColumn(follower))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/**
 * Whoever followed a record follows the one that it was merged into, since when they did; who
 * followed both follows once. The pairs of a merged player are pairs of the other one.
 */
export const moveFollows = (db: Db, { kind, from, to }: Merge): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await moveTarget(tx, kind, from, to);
    if (kind !== 'player') return;
    for (const key of await pairsFollowedWith(tx, from)) {
      await moveTarget(tx, 'pair', key, pairKeyAfterMerge(key, from, to));
    }
  });

/** Nobody is left to follow where `to` is null. */
const moveTarget = async (
  tx: Tx,
  kind: FollowKind,
  from: number,
  to: number | null,
): Promise<void> => {
  if (to !== null) {
    await tx
      .insertInto('follows')
      .columns(['kind', 'target_id', 'channel_id', 'member_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('follows')
          .select(['kind', sql.lit(to).as('target_id'), 'channel_id', 'member_id', 'created_at'])
          .where('kind', '=', kind)
          .where('target_id', '=', from),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx.deleteFrom('follows').where('kind', '=', kind).where('target_id', '=', from).execute();
};

/** The followed pairs of a player: their key names the lower id first (domain/pairs.ts). */
const pairsFollowedWith = async (tx: Tx, playerId: number): Promise<readonly number[]> => {
  const { first, last, step } = keysOfPlayer(playerId);
  const rows = await tx
    .selectFrom('follows')
    .select('target_id')
    .distinct()
    .where('kind', '=', 'pair')
    .where((eb) =>
      eb.or([
        eb.between('target_id', first, last),
        eb(eb('target_id', '%', sql.lit(step)), '=', playerId),
      ]),
    )
    .execute();
  return rows.map((row) => row.target_id);
};

/** One follow under the alerts of a channel. */
interface FollowIn {
  /** Discord id; null when the channel itself follows. */
  readonly memberId: string | null;
  readonly target: FollowTarget;
}

/** Everything that is followed under the alerts of a channel, by itself or by its members. */
export const followersIn = async (db: Db, channelKey: number): Promise<readonly FollowIn[]> => {
  const rows = await db
    .selectFrom('follows')
    .select(['kind', 'target_id', 'member_id'])
    .where('channel_id', '=', channelKey)
    .execute();
  return rows.flatMap((row) =>
    targetOf(row).map((target) => ({
      memberId: row.member_id === '' ? null : row.member_id,
      target,
    })),
  );
};

/** What a row follows; nothing when its kind was written by another version. */
export const targetOf = (row: { kind: string; target_id: number }): FollowTarget[] => {
  const kind = kindOf(row.kind);
  return kind === undefined ? [] : [{ kind, id: row.target_id }];
};

const kindOf = (word: string): FollowKind | undefined => FOLLOW_KINDS.find((kind) => kind === word);

/** What somebody follows, the oldest first. */
export const followsOf = async (db: Db, follower: Follower): Promise<readonly FollowTarget[]> => {
  const rows = await db
    .selectFrom('follows')
    .select(['kind', 'target_id'])
    .where('channel_id', '=', follower.channelKey)
    .where('member_id', '=', memberColumn(follower))
    .orderBy('created_at')
    .orderBy('target_id')
    .execute();
  return rows.flatMap(targetOf);
};

/** Follows of any of these targets: whom to ping. */
export const followsAny =
  (targets: readonly FollowTarget[]) => (eb: ExpressionBuilder<Tables, 'follows'>) =>
    eb.or(
      targets.map(({ kind, id }) =>
        eb.and([eb('follows.kind', '=', kind), eb('follows.target_id', '=', id)]),
      ),
    );

/** Follows of any of these targets that bring news to their channel (domain/follows.ts, `isWide`). */
export const followsTelling =
  (targets: readonly FollowTarget[]) => (eb: ExpressionBuilder<Tables, 'follows'>) =>
    eb.or(
      targets.map(({ kind, id }) =>
        eb.and([
          eb('follows.kind', '=', kind),
          eb('follows.target_id', '=', id),
          ...(isWide(kind) ? [eb('follows.member_id', '=', '')] : []),
        ]),
      ),
    );
