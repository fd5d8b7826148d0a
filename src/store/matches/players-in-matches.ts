import { playersOf, type Merge, type Phase, type PlayerRef } from '../../domain/match/match.ts';
import { byTeam } from '../../domain/terms.ts';
import { readableRows, readMatch, writeMatch } from '../connection/documents.ts';
import type { Tx } from '../connection/schema.ts';

/**
 * Changes players in stored matches.
 * @param ids whom `change` may change: documents without them are not parsed
 * @param change returns the same object for a player who stays as they are
 */
const changePlayers = async (
  tx: Tx,
  ids: readonly number[],
  phases: readonly Phase[],
  change: (player: PlayerRef) => PlayerRef,
): Promise<void> => {
  const rows = await tx
    .selectFrom('matches')
    .select('match')
    .where('phase', 'in', phases)
    .execute();
  const named = new RegExp(String.raw`"id":(?:${ids.join('|')})\b`);
  const about = rows.filter(({ match }) => named.test(match));
  const theirs = readableRows(about, (row) => readMatch(row.match)).filter((match) =>
    playersOf(match).some((player) => change(player) !== player),
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
      const teams = byTeam((team) => match.teams[team].map(change));
      await tx
        .updateTable('matches')
        .set({ match: writeMatch({ ...match, teams }) })
        .where('id', '=', id)
        .execute();
    }
  }
};

/**
 * Names the player that another was merged into in all matches that are not over: who follows them
 * gets the news at once, not only after the next read of the match.
 */
export const mergePlayerInMatches = (
  tx: Tx,
  { from, to }: Pick<Merge, 'from' | 'to'>,
): Promise<void> =>
  changePlayers(tx, [from], ['playing', 'upcoming', 'unknown'], (player) =>
    player.id === from ? { ...player, id: to } : player,
  );

/** Calls players in every match what they are called now: what was read before they were known, too. */
export const renamePlayersInMatches = async (
  tx: Tx,
  names: ReadonlyMap<number, string>,
): Promise<void> => {
  if (names.size === 0) return;
  const phases = ['upcoming', 'playing', 'over', 'unknown'] as const;
  await changePlayers(tx, [...names.keys()], phases, (player) => {
    const called = names.get(player.id) ?? player.called;
    return called === player.called ? player : { ...player, called };
  });
};
