import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { HOUR } from '#src/lib/time.ts';
import type { Db } from '#src/store/connection/database.ts';
import { markAnnounced, unannouncedRounds } from '#src/store/outbox/unannounced-rounds.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { hold, NOON } from './rows.ts';

const addNew = async (db: Db, since: number, match: Partial<Match>) => {
  const { id } = await hold(db, match);
  await db.updateTable('matches').set({ unannouncedSince: since }).where('id', '=', id).execute();
};
const roundsOf = async (db: Db, settled = NOON, longest = NOON - HOUR) =>
  (await unannouncedRounds(db, { settled, longest })).map((each) => [
    each.tournamentId,
    each.category,
    each.round,
    each.draw,
    each.matches.map(({ id }) => id),
  ]);

describe.each(DIALECTS)('a round of new matches on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('is one tournament, category, round and draw; early rounds and men come first', async () => {
    const db = await aStore();
    const tie = { group: 'A', teams: { team_1: 'ES', team_2: 'AR' }, rubber: 1 };
    await addNew(db, NOON, { id: 1, category: 'women', round: 4 });
    await addNew(db, NOON, { id: 2, category: 'men', round: 4 });
    await addNew(db, NOON, { id: 4, category: 'men', round: 8 });
    await addNew(db, NOON, { id: 3, category: 'men', round: 8 });
    await addNew(db, NOON, { id: 5, category: null, round: null });
    await addNew(db, NOON, { id: 6, category: 'women', round: 4, tie });
    await addNew(db, NOON, { id: 7, tournamentId: null });
    await addNew(db, NOON, { id: 8, teams: { team_1: [], team_2: [{ id: 1, name: 'Ana' }] } });
    await addNew(db, NOON, { id: 9, teams: { team_1: [{ id: 1, name: 'Ana' }], team_2: [] } });
    await hold(db, { id: 10, round: 4 });
    expect(await roundsOf(db)).toEqual([
      [7, 'men', 8, undefined, [3, 4]],
      [7, 'men', 4, undefined, [2]],
      [7, 'women', 4, undefined, [1]],
      [7, 'women', 4, 'group', [6]],
      [7, null, null, undefined, [5]],
    ]);
    await db.transaction().execute((tx) => markAnnounced(tx, []));
    await db.transaction().execute((tx) => markAnnounced(tx, [1, 2, 3, 4, 6]));
    expect(await roundsOf(db)).toEqual([[7, null, null, undefined, [5]]]);
  });

  it('is due after its tournament got no new match for a while, or after a longest wait', async () => {
    const db = await aStore();
    await addNew(db, NOON - 9, { id: 1 });
    await addNew(db, NOON - 5, { id: 2 });
    await addNew(db, NOON - 9, { id: 3, tournamentId: 8 });
    const tournaments = async (settled: number, longest: number) =>
      (await roundsOf(db, settled, longest)).map(([tournament]) => tournament);
    expect(await tournaments(NOON - 10, NOON - 10)).toEqual([]);
    expect(await tournaments(NOON - 6, NOON - 10)).toEqual([8]);
    expect(await tournaments(NOON - 5, NOON - 10)).toEqual([7, 8]);
    expect(await tournaments(NOON - 10, NOON - 9)).toEqual([7, 8]);
  });
});
