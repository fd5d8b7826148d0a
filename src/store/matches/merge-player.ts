import type { Team } from '../../domain/terms.ts';
import { playersOf, type Match, type Merge, type Phase } from '../../domain/match/match.ts';
import { readableRows, readMatch, writeMatch } from '../connection/documents.ts';
import type { Tx } from '../connection/schema.ts';

type Ids = Pick<Merge, 'from' | 'to'>;

const withPlayer = (match: Match, { from, to }: Ids): Match => {
  const renamed = (team: Team) =>
    match.teams[team].map((player) => (player.id === from ? { ...player, id: to } : player));
  return { ...match, teams: { team_1: renamed('team_1'), team_2: renamed('team_2') } };
};

/**
 * Names the player that another was merged into in all matches that are not over: who follows them
 * gets the news at once, not only after the next read of the match.
 */
export const mergePlayerInMatches = async (tx: Tx, ids: Ids): Promise<void> => {
  const rows = await tx
    .selectFrom('matches')
    .select('match')
    .where('phase', 'in', ['playing', 'upcoming', 'unknown'] satisfies Phase[])
    .execute();
  const theirs = readableRows(rows, (row) => readMatch(row.match)).filter((match) =>
    playersOf(match).some(({ id }) => id === ids.from),
  );
  for (const { id } of theirs.toSorted((a, b) => a.id - b.id)) {
    // The new revision locks the row, and refuses a write that still has the old player.
    const latest = await tx
      .updateTable('matches')
      .set((eb) => ({ rev: eb('rev', '+', 1) }))
      .where('id', '=', id)
      .returning('match')
      .execute();
    for (const match of readableRows(latest, (row) => readMatch(row.match))) {
      await tx
        .updateTable('matches')
        .set({ match: writeMatch(withPlayer(match, ids)) })
        .where('id', '=', id)
        .execute();
    }
  }
};
