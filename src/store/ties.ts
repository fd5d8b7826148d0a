import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf, type Match } from '../domain/match.ts';
import { winnerOf } from '../domain/match-reading.ts';
import type { MatchState } from '../domain/match-state.ts';
import type { Instant } from '../domain/terms.ts';
import {
  tieKeyOf,
  tieStanding,
  type Rubber,
  type TieStanding,
  type ToldTie,
} from '../domain/ties.ts';
import {
  readableRows,
  readMatch,
  readState,
  readToldTie,
  writeMatch,
  writeState,
  writeToldTie,
} from './documents.ts';
import { keepState, matchAt } from './match-states.ts';
import type { Db, Tx } from './schema.ts';

/** A rubber of a tie as it is held. */
export interface HeldRubber {
  readonly match: Match;
  readonly state: MatchState;
  readonly rev: number;
}

/** A match that is held, as a rubber of its tie. */
export const heldRubber = ({ match, state }: Pick<HeldRubber, 'match' | 'state'>): Rubber => ({
  number: match.tie?.rubber ?? 0,
  phase: phaseOf(state.status),
  winner: winnerOf(state),
});

/** All rubbers of a tie that are held, in no order. */
export const rubbersOf = async (db: Db, key: string): Promise<readonly HeldRubber[]> => {
  const rows = await db
    .selectFrom('matches')
    .select(['match', 'state', 'rev'])
    .where('tie_key', '=', key)
    .execute();
  return readableRows(rows, ({ match, state, rev }) => ({
    match: readMatch(match),
    state: readState(state),
    rev,
  }));
};

const toldIn = ({ told }: { readonly told: string | null }): ToldTie =>
  told === null ? {} : readToldTie(told);

/**
 * Locks a tie until the transaction ends: of two rubbers that are over at the same moment one sees
 * the other.
 * @returns what the service has said of it.
 */
export const lockTie = async (tx: Tx, key: string): Promise<ToldTie> => {
  const row = await tx
    .insertInto('ties')
    .values({ key, told: null })
    // A row that stays as it is is neither locked nor returned: its key is written once more.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('told')
    .executeTakeFirstOrThrow();
  return toldIn(row);
};

/** Notes what the service says of a tie. */
export const noteTold = async (tx: Tx, key: string, told: ToldTie): Promise<void> => {
  await tx
    .updateTable('ties')
    .set({ told: writeToldTie(told) })
    .where('key', '=', key)
    .execute();
};

/** Makes the live card of a rubber stale: its tie stands differently. */
export const showRubberAnew = async (
  tx: Tx,
  { match, state, rev }: HeldRubber,
  at: Instant,
): Promise<void> => {
  const next = rev + 1;
  const { numUpdatedRows } = await tx
    .updateTable('matches')
    .set({ rev: next })
    .where('id', '=', match.id)
    .where('rev', '=', rev)
    .executeTakeFirst();
  // A write that was faster has made it stale already.
  if (numUpdatedRows === 0n) return;
  const documents = { match: writeMatch(match), state: writeState(state) };
  await keepState(tx, { matchId: match.id, rev: next, at, ...documents });
};

/** A match with how its tie stands (then, or now): a match of pairs stays as it is. */
export const withTie = async (db: Db, held: HeldMatch, at?: Instant): Promise<HeldMatch> => {
  const tie = await standingOfTie(db, held, at);
  return tie === undefined ? held : { ...held, tie };
};

/**
 * How the tie of a match stands; undefined for a match of pairs.
 * @param at as it stood then, for those who are told later; as it stands now when left out
 */
const standingOfTie = async (
  db: Db,
  own: Pick<HeldRubber, 'match' | 'state'>,
  at?: Instant,
): Promise<TieStanding | undefined> => {
  const key = tieKeyOf(own.match);
  if (key === null) return undefined;
  const others = (await rubbersOf(db, key)).filter(({ match }) => match.id !== own.match.id);
  const known = await Promise.all(others.map((rubber) => asOf(db, rubber, at)));
  const row = await db.selectFrom('ties').select('told').where('key', '=', key).executeTakeFirst();
  // What the service says is of now.
  const told = row === undefined || at !== undefined ? {} : toldIn(row);
  return tieStanding([own, ...known.flat()].map(heldRubber), told);
};

/** A rubber as it stood at an instant; none while nothing was known of it. */
const asOf = async (
  db: Db,
  rubber: HeldRubber,
  at: Instant | undefined,
): Promise<readonly Pick<HeldRubber, 'match' | 'state'>[]> => {
  if (at === undefined) return [rubber];
  const { seen, changesAt } = await matchAt(db, rubber.match.id, at);
  if (changesAt === null) return [rubber];
  return seen === undefined ? [] : [seen];
};

/** Forgets ties of which no match is held any more. */
export const forgetTies = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('ties')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('matches')
            .select('matches.id')
            .whereRef('matches.tie_key', '=', 'ties.key'),
        ),
      ),
    )
    .execute();
};
