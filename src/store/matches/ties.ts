import type { TrackedMatch, MatchState } from '../../domain/match/state.ts';
import { phaseOf, type Match } from '../../domain/match/match.ts';
import { winnerOf } from '../../domain/match/reading.ts';
import type { Instant } from '../../domain/terms.ts';
import { tieKeyOf, tieScore, type Rubber, type TieScore } from '../../domain/tournament/ties.ts';
import type { ServiceTie } from '../../domain/match/tie.ts';
import {
  readableRows,
  readMatch,
  readState,
  readServiceTie,
  writeMatch,
  writeState,
  writeServiceTie,
} from '../connection/documents.ts';
import { saveMatchState, matchStateAt } from './match-states.ts';
import type { Db, Row, Tx } from '../connection/schema.ts';

export interface StoredRubber {
  readonly match: Match;
  readonly state: MatchState;
  readonly rev: number;
}

export const rubberOfMatch = ({ match, state }: Pick<StoredRubber, 'match' | 'state'>): Rubber => ({
  number: match.tie?.rubber ?? 0,
  phase: phaseOf(state.status),
  winner: winnerOf(state),
});

/** All stored rubbers of a tie, in no order. */
export const rubbersOf = async (db: Db, key: string): Promise<readonly StoredRubber[]> => {
  const rows = await db
    .selectFrom('matches')
    .select(['match', 'state', 'rev'])
    .where('tieKey', '=', key)
    .execute();
  return readableRows(rows, ({ match, state, rev }) => ({
    match: readMatch(match),
    state: readState(state),
    rev,
  }));
};

const serviceTieIn = (row: Pick<Row<'ties'>, 'serviceResult'>): ServiceTie =>
  row.serviceResult === null ? {} : readServiceTie(row.serviceResult);

/**
 * Locks a tie until the transaction ends: of two rubbers that end at the same moment, the second sees
 * the first.
 * @returns the service's data of it
 */
export const lockTie = async (tx: Tx, key: string): Promise<ServiceTie> => {
  const row = await tx
    .insertInto('ties')
    .values({ key, serviceResult: null })
    // A no-op update, because an untouched row is neither locked nor returned.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('serviceResult')
    .executeTakeFirstOrThrow();
  return serviceTieIn(row);
};

export const saveServiceTie = async (tx: Tx, key: string, service: ServiceTie): Promise<void> => {
  await tx
    .updateTable('ties')
    .set({ serviceResult: writeServiceTie(service) })
    .where('key', '=', key)
    .execute();
};

/** Makes the live card of a rubber stale after the score of its tie changed. */
export const refreshRubberCards = async (
  tx: Tx,
  { match, state, rev }: StoredRubber,
  at: Instant,
): Promise<void> => {
  const next = rev + 1;
  const { numUpdatedRows } = await tx
    .updateTable('matches')
    .set({ rev: next })
    .where((eb) => eb.and({ id: match.id, rev }))
    .executeTakeFirst();
  // A faster write has made it stale already.
  if (numUpdatedRows === 0n) return;
  const documents = { match: writeMatch(match), state: writeState(state) };
  await saveMatchState(tx, { matchId: match.id, rev: next, at, ...documents });
};

/** A match with the score of its tie, then or now; a match of pairs stays as it is. */
export const withTie = async (db: Db, held: TrackedMatch, at?: Instant): Promise<TrackedMatch> => {
  const tie = await tieScoreOf(db, held, at);
  return tie === undefined ? held : { ...held, tie };
};

/**
 * The score of a match's tie; undefined for a match of pairs.
 * @param at the instant, for a spoiler delay; now when left out
 */
const tieScoreOf = async (
  db: Db,
  own: Pick<StoredRubber, 'match' | 'state'>,
  at?: Instant,
): Promise<TieScore | undefined> => {
  const key = tieKeyOf(own.match);
  if (key === null) return undefined;
  const others = (await rubbersOf(db, key)).filter(({ match }) => match.id !== own.match.id);
  const known = await Promise.all(others.map((rubber) => asOf(db, rubber, at)));
  const row = await db
    .selectFrom('ties')
    .select('serviceResult')
    .where('key', '=', key)
    .executeTakeFirst();
  // The service's data is current and not of that instant.
  const service = row === undefined || at !== undefined ? {} : serviceTieIn(row);
  return tieScore([own, ...known.flat()].map(rubberOfMatch), service);
};

/** A rubber at an instant; null while nothing was known of it. */
const asOf = async (
  db: Db,
  rubber: StoredRubber,
  at: Instant | undefined,
): Promise<readonly Pick<StoredRubber, 'match' | 'state'>[]> => {
  if (at === undefined) return [rubber];
  const { seen, changesAt } = await matchStateAt(db, rubber.match.id, at);
  if (changesAt === null) return [rubber];
  return seen === undefined ? [] : [seen];
};

export const deleteTies = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('ties')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('matches').select('matches.id').whereRef('matches.tieKey', '=', 'ties.key'),
        ),
      ),
    )
    .execute();
};
