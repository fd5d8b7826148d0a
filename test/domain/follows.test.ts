import { expect, it } from 'vitest';
import { targetsOf } from '#src/domain/follows.ts';
import { aMatch } from './feed.ts';

it('tells the followers of all four players, of the tournament and of the match', () => {
  const targets = targetsOf(aMatch({ id: 123, tournamentId: 7 }));
  expect(targets.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'player 1',
    'player 2',
    'player 3',
    'player 4',
    'tournament 7',
    'match 123',
  ]);
});

it('tells no followers of a tournament that is not known', () => {
  expect(targetsOf(aMatch({ tournamentId: null })).map(({ kind }) => kind)).not.toContain(
    'tournament',
  );
});

it('tells the followers of a match whose players are not drawn yet', () => {
  const teams = { team_1: [], team_2: [] };
  expect(targetsOf(aMatch({ id: 5, tournamentId: null, teams }))).toEqual([
    { kind: 'match', id: 5 },
  ]);
});
