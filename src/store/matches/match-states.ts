import type { Match } from '../../domain/match/match.ts';
import type { MatchState } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { readMatch, readState, readableRows } from '../connection/documents.ts';
import { prepared } from '../connection/prepared.ts';
import type { Db, Row } from '../connection/schema.ts';

interface SeenMatch {
  readonly rev: number;
  readonly at: Instant;
  readonly match: Match;
  readonly state: MatchState;
}

const seenOf = (row: Row<'matchStates'>): SeenMatch => ({
  rev: row.rev,
  at: row.at,
  match: readMatch(row.match),
  state: readState(row.state),
});

const insertState = prepared((db, seen: Row<'matchStates'>) =>
  db
    .insertInto('matchStates')
    .values(seen)
    .onConflict((conflict) => conflict.doNothing()),
);

export const saveMatchState = async (db: Db, seen: Row<'matchStates'>): Promise<void> => {
  await insertState(db, seen);
};

interface DelayedMatch {
  /** The snapshot of that instant; undefined when none is stored. */
  readonly seen: SeenMatch | undefined;
  /** When the match changed next; null when it has not. */
  readonly changesAt: Instant | null;
}

/** The snapshot of a match at an instant, and when it changed after that. */
export const matchStateAt = async (db: Db, matchId: number, at: Instant): Promise<DelayedMatch> => {
  const then = await db
    .selectFrom('matchStates')
    .selectAll()
    .where('matchId', '=', matchId)
    .where('at', '<=', at)
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst();
  const next = await db
    .selectFrom('matchStates')
    .select('at')
    .where('matchId', '=', matchId)
    .where('at', '>', at)
    .orderBy('rev')
    .limit(1)
    .executeTakeFirst();
  return { seen: then === undefined ? undefined : seenOf(then), changesAt: next?.at ?? null };
};

/** The snapshots of several matches at an instant, by match; those that were not known then, or cannot be read, are missing. */
export const matchStatesAt = async (
  db: Db,
  matchIds: readonly number[],
  at: Instant,
): Promise<ReadonlyMap<number, SeenMatch>> => {
  if (matchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('matchStates')
    .selectAll()
    .where('matchId', 'in', matchIds)
    .where('rev', '=', (eb) =>
      eb
        .selectFrom('matchStates as then')
        .select((inner) => inner.fn.max('then.rev').as('rev'))
        .whereRef('then.matchId', '=', 'matchStates.matchId')
        .where('then.at', '<=', at),
    )
    .execute();
  const seen = readableRows(rows, (row) => [row.matchId, seenOf(row)] as const);
  return new Map(seen);
};

/**
 * Deletes snapshots from before an instant, which is further back than any delay. The newest of each
 * match stays: it holds until the match changes.
 */
export const deleteMatchStates = async (db: Db, before: Instant): Promise<void> => {
  await db
    .deleteFrom('matchStates')
    .where('at', '<', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('matchStates as newer')
          .select('newer.rev')
          .whereRef('newer.matchId', '=', 'matchStates.matchId')
          .whereRef('newer.rev', '>', 'matchStates.rev')
          .where('newer.at', '<', before),
      ),
    )
    .execute();
};
