import { sql, type ExpressionBuilder } from 'kysely';
import { bitOf, EVERY_TYPE, type AlertType } from '../../domain/alerts/alert-types.ts';
import {
  FOLLOW_KINDS,
  isWide,
  type FollowKind,
  type FollowTarget,
} from '../../domain/alerts/follows.ts';
import { countOf } from '../connection/queries.ts';
import type { Db, Row, Tables } from '../connection/schema.ts';

/** Who follows: a channel, or a member through the alerts of that channel. */
export interface Follower {
  readonly channelKey: number;
  /** Discord id; null for the channel itself. */
  readonly memberId: string | null;
}

const memberColumn = ({ memberId }: Follower): string => memberId ?? '';

const rowKey = (follower: Follower, { kind, id }: FollowTarget) => ({
  kind,
  targetId: id,
  channelKey: follower.channelKey,
  memberId: memberColumn(follower),
});

export const FOLLOW_KEY = ['kind', 'targetId', 'channelKey', 'memberId'] as const;

export const FOLLOW_COLUMNS = [...FOLLOW_KEY, 'createdAt', 'types'] as const;

/** The most targets that a channel, or a member in a channel, can follow. */
export const MAX_FOLLOWS = 200;

/** `changed` when it brought other alerts before; `full` at `MAX_FOLLOWS`. */
export type AddedFollow = 'added' | 'changed' | 'known' | 'full';

/**
 * Adds a follow, or changes which alerts it brings.
 * @param types a mask (domain/alerts/follows.ts, `followMask`)
 */
export const addFollow = (
  db: Db,
  follower: Follower,
  target: FollowTarget,
  now: number,
  types = EVERY_TYPE,
): Promise<AddedFollow> => {
  const add = (tx: Db): Promise<AddedFollow> => addCounted(tx, follower, target, now, types);
  return db.isTransaction ? add(db) : db.transaction().execute(add);
};

const addCounted = async (
  db: Db,
  follower: Follower,
  target: FollowTarget,
  now: number,
  types: number,
): Promise<AddedFollow> => {
  // Locks the channel: concurrent follows in it are counted one after the other.
  await db
    .updateTable('channels')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('id', '=', follower.channelKey)
    .execute();
  const row = rowKey(follower, target);
  const own = db
    .selectFrom('follows')
    .where((eb) => eb.and({ channelKey: row.channelKey, memberId: row.memberId }));
  const known = await own
    .select('types')
    .where((eb) => eb.and({ kind: row.kind, targetId: row.targetId }))
    .executeTakeFirst();
  if (known?.types === types) return 'known';
  if (known === undefined && (await countOf(own)) >= MAX_FOLLOWS) return 'full';
  await db
    .insertInto('follows')
    .values({ ...row, createdAt: now, types })
    .onConflict((conflict) => conflict.columns(FOLLOW_KEY).doUpdateSet({ types }))
    .execute();
  return known === undefined ? 'added' : 'changed';
};

/** Removes a follow; false when there was none. */
export const removeFollow = async (
  db: Db,
  follower: Follower,
  target: FollowTarget,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('follows')
    .where((eb) => eb.and(rowKey(follower, target)))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/** What a member follows in all channels of a server, the oldest first in each. */
export const followsOfMember = async (
  db: Db,
  guildId: string,
  memberId: string,
): Promise<readonly (Pick<FollowIn, 'target' | 'types'> & { readonly channelKey: number })[]> => {
  const rows = await db
    .selectFrom('follows')
    .innerJoin('channels', 'channels.id', 'follows.channelKey')
    .select(['follows.channelKey', 'follows.kind', 'follows.targetId', 'follows.types'])
    .where('guildId', '=', guildId)
    .where('leftAt', 'is', null)
    .where('memberId', '=', memberId)
    .orderBy('follows.channelKey')
    .orderBy('createdAt')
    .orderBy('targetId')
    .execute();
  return withTargets(rows);
};

/** Removes a member's follow in all channels of a server. */
export const removeFollowOfMember = async (
  db: Db,
  guildId: string,
  memberId: string,
  target: FollowTarget,
): Promise<void> => {
  await db
    .deleteFrom('follows')
    .where((eb) => eb.and({ kind: target.kind, targetId: target.id, memberId }))
    .where('channelKey', 'in', (eb) =>
      eb.selectFrom('channels').select('id').where('guildId', '=', guildId),
    )
    .execute();
};

interface FollowIn {
  /** Discord id; null when the channel itself follows. */
  readonly memberId: string | null;
  readonly target: FollowTarget;
  /** The types of alert that it brings, as a mask. */
  readonly types: number;
}

export const followersOfChannels = async (
  db: Db,
  channelKeys: readonly number[],
): Promise<ReadonlyMap<number, readonly FollowIn[]>> => {
  if (channelKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('follows')
    .select(['channelKey', 'kind', 'targetId', 'memberId', 'types'])
    .where('channelKey', 'in', channelKeys)
    .execute();
  const follows = withTargets(rows).map((follow) => ({
    ...follow,
    memberId: follow.memberId === '' ? null : follow.memberId,
  }));
  return Map.groupBy(follows, ({ channelKey }) => channelKey);
};

/** Rows with their targets, without those whose kind another version wrote. */
export const withTargets = <R extends Pick<Row<'follows'>, 'kind' | 'targetId'>>(
  rows: readonly R[],
) => rows.flatMap((row) => targetOf(row).map((target) => ({ ...row, target })));

/** The target of a row; empty when another version wrote its kind. */
const targetOf = (row: Pick<Row<'follows'>, 'kind' | 'targetId'>): FollowTarget[] => {
  const kind = FOLLOW_KINDS.find((each) => each === row.kind);
  return kind === undefined ? [] : [{ kind, id: row.targetId }];
};

/** What a follower follows, and the types of alert that each brings, the oldest first. */
export const followTypesOf = async (
  db: Db,
  follower: Follower,
): Promise<readonly Pick<FollowIn, 'target' | 'types'>[]> => {
  const rows = await db
    .selectFrom('follows')
    .select(['kind', 'targetId', 'types'])
    .where('channelKey', '=', follower.channelKey)
    .where('memberId', '=', memberColumn(follower))
    .orderBy('createdAt')
    .orderBy('targetId')
    .execute();
  return withTargets(rows);
};

/** The targets of a follower, the oldest first. */
export const followsOf = async (db: Db, follower: Follower): Promise<readonly FollowTarget[]> =>
  (await followTypesOf(db, follower)).map(({ target }) => target);

/** Whether a follow brings alerts of a kind; null for any. */
export const bringsType = (types: number, kind: AlertType | null): boolean =>
  kind === null || (types & bitOf(kind)) !== 0;

const followsWith =
  (isOwnOnly: (kind: FollowKind) => boolean) =>
  (targets: readonly FollowTarget[], mask: number) =>
  (eb: ExpressionBuilder<Tables, 'follows'>) =>
    eb.and([
      eb.or(
        targets.map(({ kind, id }) =>
          eb.and({
            'follows.kind': kind,
            'follows.targetId': id,
            ...(isOwnOnly(kind) && { 'follows.memberId': '' }),
          }),
        ),
      ),
      sql<boolean>`(follows.types & ${sql.lit(mask)}) <> 0`,
    ]);

/** Matches follows of any of these targets that bring one of the types in a mask: whom to ping. */
export const matchingFollows = followsWith(() => false);

/** Matches follows of these targets that post one of the types in a mask (domain/alerts/follows.ts, `isWide`). */
export const deliveringFollows = followsWith(isWide);
