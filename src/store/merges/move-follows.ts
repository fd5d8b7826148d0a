import { sql } from 'kysely';
import type { FollowKind } from '../../domain/alerts/follows.ts';
import type { Merge } from '../../domain/match/match.ts';
import { keysOfPlayer, pairKeyAfterMerge } from '../../domain/people/pairs.ts';
import type { Tx } from '../connection/schema.ts';
import { mergePlayerInMatches } from '../matches/players-in-matches.ts';
import { FOLLOW_COLUMNS, FOLLOW_KEY } from '../follows/follows.ts';

/**
 * Moves the follows of a merged record to its successor and keeps their times; duplicates become one.
 * The pairs of a merged player move, too, and matches that are not over name the successor.
 */
export const moveFollows = async (tx: Tx, { kind, from, to }: Merge): Promise<void> => {
  await moveTarget(tx, kind, from, to);
  if (kind !== 'player') return;
  for (const key of await pairsFollowedWith(tx, from)) {
    await moveTarget(tx, 'pair', key, pairKeyAfterMerge(key, from, to));
  }
  await mergePlayerInMatches(tx, { from, to });
};

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
      .columns(FOLLOW_COLUMNS)
      .expression((eb) =>
        eb
          .selectFrom('follows')
          .select([
            'kind',
            sql.lit(to).as('targetId'),
            'channelKey',
            'memberId',
            'createdAt',
            'types',
          ])
          .where('kind', '=', kind)
          .where('targetId', '=', from),
      )
      .onConflict((conflict) =>
        conflict
          .columns(FOLLOW_KEY)
          .doUpdateSet({ types: sql<number>`follows.types | excluded.types` }),
      )
      .execute();
  }
  await tx.deleteFrom('follows').where('kind', '=', kind).where('targetId', '=', from).execute();
};

/** A player's followed pairs; a key starts with the lower player id (domain/people/pairs.ts). */
const pairsFollowedWith = async (tx: Tx, playerId: number): Promise<readonly number[]> => {
  const { first, last, step } = keysOfPlayer(playerId);
  const rows = await tx
    .selectFrom('follows')
    .select('targetId')
    .distinct()
    .where('kind', '=', 'pair')
    .where((eb) =>
      eb.or([
        eb.between('targetId', first, last),
        eb(eb('targetId', '%', sql.lit(step)), '=', playerId),
      ]),
    )
    .execute();
  return rows.map((row) => row.targetId);
};
