import type { Match } from '../domain/match.ts';
import type { MatchState } from '../domain/match-state.ts';
import type { Instant } from '../domain/terms.ts';
import { readMatch, readState } from './documents.ts';
import { prepared, type Given } from './prepared.ts';
import type { Db, Row } from './schema.ts';

/** A match as it was seen at some moment. */
interface SeenMatch {
  readonly rev: number;
  readonly at: Instant;
  readonly match: Match;
  readonly state: MatchState;
}

const seenOf = (row: Row<'match_states'>): SeenMatch => ({
  rev: row.rev,
  at: row.at,
  match: readMatch(row.match),
  state: readState(row.state),
});

/** A revision of a match as it is stored. */
interface StoredState extends Readonly<Record<string, string | number>> {
  readonly matchId: number;
  readonly rev: number;
  readonly at: Instant;
  readonly match: string;
  readonly state: string;
}

const insertState = prepared((db, given: Given<StoredState>) =>
  db
    .insertInto('match_states')
    .values({
      match_id: given('matchId'),
      rev: given('rev'),
      at: given('at'),
      match: given('match'),
      state: given('state'),
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Keeps a revision of a match as it was seen, for those who are told later. */
export const keepState = async (db: Db, seen: StoredState): Promise<void> => {
  await insertState(db, seen);
};

/** What somebody knows of a match who is told everything later. */
interface Hindsight {
  /** As it stood then; undefined when nothing of then is kept. */
  readonly seen: SeenMatch | undefined;
  /** When it changed next after that; null when it stands as it did. */
  readonly changesAt: Instant | null;
}

/** A match as it stood at an instant, and when it changed after that. */
export const matchAt = async (db: Db, matchId: number, at: Instant): Promise<Hindsight> => {
  const then = await db
    .selectFrom('match_states')
    .selectAll()
    .where('match_id', '=', matchId)
    .where('at', '<=', at)
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst();
  const next = await db
    .selectFrom('match_states')
    .select('at')
    .where('match_id', '=', matchId)
    .where('at', '>', at)
    .orderBy('rev')
    .limit(1)
    .executeTakeFirst();
  return { seen: then === undefined ? undefined : seenOf(then), changesAt: next?.at ?? null };
};

/**
 * Forgets what was seen before an instant: nobody is told so much later. Of each match the newest of
 * that stays: it is how the match stood, until it changes.
 */
export const forgetStates = async (db: Db, before: Instant): Promise<void> => {
  await db
    .deleteFrom('match_states')
    .where('at', '<', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('match_states as newer')
          .select('newer.rev')
          .whereRef('newer.match_id', '=', 'match_states.match_id')
          .whereRef('newer.rev', '>', 'match_states.rev')
          .where('newer.at', '<', before),
      ),
    )
    .execute();
};
