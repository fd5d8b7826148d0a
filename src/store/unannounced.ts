import type { Category, Instant, Round } from '../domain/terms.ts';
import type { Match } from '../domain/match.ts';
import { readableRows, readMatch } from './documents.ts';
import type { Db, Tx } from './schema.ts';

/** Matches that are new and belong together. */
export interface NewRound {
  readonly tournamentId: number;
  readonly category: Category | null;
  readonly round: Round | null;
  readonly matches: readonly Match[];
}

/** New matches that have waited long enough for the others of their round, by what they belong to. */
export const newRounds = async (db: Db, before: Instant): Promise<readonly NewRound[]> => {
  const rows = await db
    .selectFrom('matches')
    .select('match')
    .where('unannounced_since', '<=', before)
    .orderBy('id')
    .execute();
  const matches = readableRows(rows, (row) => readMatch(row.match));
  const groups = Map.groupBy(
    matches.filter(({ tournamentId, teams }) => {
      // Who plays is the news: a place of the draw that nobody has reached waits for them.
      const isDrawn = teams.team_1.length > 0 && teams.team_2.length > 0;
      return tournamentId !== null && isDrawn;
    }),
    ({ tournamentId, category, round }) => [tournamentId, category, round].join(' '),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    const { tournamentId = null, category = null, round = null } = first ?? {};
    if (tournamentId === null) return [];
    return [{ tournamentId, category, round, matches: own }];
  });
};

/** They are told, or not worth it. */
export const markAnnounced = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.updateTable('matches').set({ unannounced_since: null }).where('id', 'in', ids).execute();
};
