import { describe, expect, it } from 'vitest';
import { stateOf } from '#src/domain/match/state.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { Db } from '#src/store/connection/database.ts';
import {
  findTournament,
  listedMatches,
  revisionsSince,
  unfinishedRevisions,
  finishedRevisions,
  matchesOfTournament,
} from '#src/store/matches/match-lists.ts';
import {
  insertMatch,
  unfinishedMatches,
  saveTournament,
  updateMatch,
} from '#src/store/matches/matches.ts';
import { aMatch } from '../domain/feed.ts';
import { aTournament } from '../render/held.ts';
import { DIALECTS, useDialect } from './dialects.ts';

const hold = async (db: Db, more: Partial<Match>, now = 1): Promise<void> => {
  const match = aMatch(more);
  await insertMatch(db, { match, state: stateOf(match), now });
};

const idsOf = (listed: readonly { readonly match: Match }[]) => listed.map(({ match }) => match.id);

describe.each(DIALECTS)('match lists on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('list finished matches, the latest first, with their tournament', async () => {
    const db = await aStore();
    await saveTournament(db, aTournament());
    await hold(db, { id: 1, status: 'finished' }, 1);
    await hold(db, { id: 2, status: 'walkover', tournamentId: null }, 3);
    await hold(db, { id: 3, status: 'retired' }, 2);
    await hold(db, { id: 4, status: 'live' }, 4);
    const over = (await finishedRevisions(db, 2)).map(({ id }) => id);
    expect(over).toEqual([2, 3]);
    const listed = (await listedMatches(db, over)).toSorted((a, b) => a.match.id - b.match.id);
    expect(idsOf(listed)).toEqual([2, 3]);
    expect(listed.map(({ tournament }) => tournament?.name)).toEqual([undefined, 'Madrid P1']);
  });

  it.each(['cancelled', 'postponed', 'deleted'])(
    'leave out what is to come of a tournament that is %s',
    async (status) => {
      const db = await aStore();
      await saveTournament(db, { ...aTournament(), status });
      await hold(db, { id: 1, status: 'scheduled' });
      await hold(db, { id: 2, status: 'finished' });
      expect(await unfinishedRevisions(db)).toEqual([]);
      expect((await revisionsSince(db, 0)).map(({ id }) => id)).toEqual([2]);
      expect(await unfinishedMatches(db, '2000-01-01')).toEqual([]);
    },
  );

  it('give an unfinished match a new revision when it or its tournament changes', async () => {
    const db = await aStore();
    await hold(db, { id: 1 });
    await hold(db, { id: 2, status: 'finished' });
    const first = await unfinishedRevisions(db);
    expect(first.map(({ id }) => id)).toEqual([1]);
    expect(await unfinishedRevisions(db)).toEqual(first);
    const match = aMatch({ id: 1, court: 'Court 7' });
    await updateMatch(db, 1, { match, state: stateOf(match), now: 2 });
    const second = await unfinishedRevisions(db);
    await saveTournament(db, aTournament());
    const revs = [first, second, await unfinishedRevisions(db)].map(([each]) => each?.rev);
    expect(new Set(revs).size).toBe(3);
  });

  it('list the matches of one tournament only', async () => {
    const db = await aStore();
    await hold(db, { id: 1, status: 'finished' });
    await hold(db, { id: 2, status: 'live' });
    await hold(db, { id: 3, status: 'scheduled' });
    await hold(db, { id: 4, status: 'live', tournamentId: 8 });
    expect((await matchesOfTournament(db, 7)).map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  });

  it('list matches in play of any date, then upcoming ones by day, undated ones last', async () => {
    const db = await aStore();
    await hold(db, { id: 1, playedOn: null });
    await hold(db, { id: 2, playedOn: '2026-06-09' });
    await hold(db, { id: 3, playedOn: '2026-06-08' });
    await hold(db, { id: 4, playedOn: '2026-06-01' });
    await hold(db, { id: 5, playedOn: '2026-06-01', status: 'live' });
    expect(idsOf(await unfinishedMatches(db, '2026-06-07'))).toEqual([5, 3, 2, 1]);
  });

  it('find a tournament by its id', async () => {
    const db = await aStore();
    await saveTournament(db, aTournament());
    expect(await findTournament(db, 7)).toEqual(aTournament());
    expect(await findTournament(db, 8)).toBeUndefined();
  });
});
