import type { Category, Instant, Round } from '../../domain/terms.ts';
import type { Match } from '../../domain/match/match.ts';
import { drawIn } from '../../domain/tournament/ties.ts';
import type { DrawKind } from '../../domain/match/tie.ts';
import { readableRows, readMatch } from '../connection/documents.ts';
import type { Db, Tx } from '../connection/schema.ts';

interface NewRound {
  readonly tournamentId: number;
  readonly category: Category | null;
  readonly round: Round | null;
  /** Of a tournament of teams. */
  readonly draw: DrawKind | undefined;
  readonly matches: readonly Match[];
}

/**
 * New matches by round, of tournaments that got no other new match since `settled`; those that have
 * waited since `longest` are returned in any case.
 */
export const unannouncedRounds = async (
  db: Db,
  { settled, longest }: { readonly settled: Instant; readonly longest: Instant },
): Promise<readonly NewRound[]> => {
  const rows = await db
    .selectFrom('matches')
    .select(['match', 'unannouncedSince'])
    .where('unannouncedSince', 'is not', null)
    .orderBy('id')
    .execute();
  const waiting = readableRows(rows, (row) => ({
    match: readMatch(row.match),
    since: row.unannouncedSince ?? 0,
  })).filter(
    // Matches wait for their players: an open place of the draw is not announced.
    ({ match: { teams } }) => teams.team_1.length > 0 && teams.team_2.length > 0,
  );
  const byTournament = Map.groupBy(waiting, ({ match }) => match.tournamentId);
  const ready = [...byTournament.values()].filter((own) => {
    const since = own.map((each) => each.since);
    return Math.max(...since) <= settled || Math.min(...since) <= longest;
  });
  const drawn = ready
    .flat()
    .map(({ match }) => match)
    .toSorted(byRound);
  const rounds = Map.groupBy(drawn, (match) =>
    [match.tournamentId, match.category, match.round, drawOf(match)].join(' '),
  );
  return [...rounds.values()].flatMap((own) => {
    const [first] = own;
    const { tournamentId = null, category = null, round = null } = first ?? {};
    if (tournamentId === null) return [];
    return [{ tournamentId, category, round, draw: first && drawOf(first), matches: own }];
  });
};

const drawOf = (match: Match): DrawKind | undefined =>
  match.tie === undefined ? undefined : drawIn(match);

/** The first round first, men before women. */
const byRound = (a: Match, b: Match): number =>
  (b.round ?? 0) - (a.round ?? 0) ||
  (a.category ?? '').localeCompare(b.category ?? '') ||
  a.id - b.id;

/** Marks matches as announced, or as not worth it. */
export const markAnnounced = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.updateTable('matches').set({ unannouncedSince: null }).where('id', 'in', ids).execute();
};
