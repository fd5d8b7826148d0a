import { sql, type ExpressionBuilder } from 'kysely';
import {
  FOLLOW_KINDS,
  isWide,
  type FollowKind,
  type FollowTarget,
} from '../../domain/alerts/follows.ts';
import type { Merge } from '../../domain/match/match.ts';
import { keysOfPlayer, pairKeyAfterMerge } from '../../domain/people/pairs.ts';
import type { Db, Tables, Tx } from '../connection/schema.ts';

/** Who follows: a channel, or a member through the alerts of that channel. */
export interface Follower {
  readonly channelKey: number;
  /** Discord id; null for the channel itself. */
  readonly memberId: string | null;
}

const memberColumn = ({ memberId }: Follower): string => memberId ?? '';

/** The most targets that a channel, or a member in a channel, can follow. */
export const MAX_FOLLOWS = 200;

/** The result of adding a follow; `full` at `MAX_FOLLOWS`. */
export type AddedFollow = 'added' | 'known' | 'full';

/** Adds a follow. Two concurrent calls may exceed the limit by one. */
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
 * Moves the follows of a merged record to its successor and keeps their times; duplicates become one.
 * The pairs of a merged player move, too.
 */
export const moveFollows = (db: Db, { kind, from, to }: Merge): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await moveTarget(tx, kind, from, to);
    if (kind !== 'player') return;
    for (const key of await pairsFollowedWith(tx, from)) {
      await moveTarget(tx, 'pair', key, pairKeyAfterMerge(key, from, to));
    }
  });

/** A null `to` only deletes the follows. */
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

/** A player's followed pairs; a key starts with the lower player id (domain/people/pairs.ts). */
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

interface FollowIn {
  /** Discord id; null when the channel itself follows. */
  readonly memberId: string | null;
  readonly target: FollowTarget;
}

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

/** The target of a row; empty when another version wrote its kind. */
export const targetOf = (row: { kind: string; target_id: number }): FollowTarget[] => {
  const kind = kindOf(row.kind);
  return kind === undefined ? [] : [{ kind, id: row.target_id }];
};

const kindOf = (word: string): FollowKind | undefined => FOLLOW_KINDS.find((kind) => kind === word);

/** The targets of a follower, the oldest first. */
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

/** Matches follows of any of these targets: whom to ping. */
export const matchingFollows =
  (targets: readonly FollowTarget[]) => (eb: ExpressionBuilder<Tables, 'follows'>) =>
    eb.or(
      targets.map(({ kind, id }) =>
        eb.and([eb('follows.kind', '=', kind), eb('follows.target_id', '=', id)]),
      ),
    );

/** Matches follows of these targets that bring alerts (domain/alerts/follows.ts, `isWide`). */
export const deliveringFollows =
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
