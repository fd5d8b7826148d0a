import { expect, it } from 'vitest';
import { commonOpponents } from '#src/domain/people/common-opponents.ts';
import { resultsOf } from '#src/domain/people/form.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

const team = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Player ${id}` }));

/** The first side against these players: `+` won, `-` lost, `?` unknown. */
const met = (ids: readonly number[], outcome: '+' | '-' | '?'): Match =>
  aMatch({
    status: 'finished',
    winner: outcome === '?' ? null : outcome === '+' ? 'team_1' : 'team_2',
    teams: { team_1: team(1, 2), team_2: team(...ids) },
  });

const common = (first: readonly Match[], second: readonly Match[]) =>
  commonOpponents({ team_1: resultsOf(first, [1]), team_2: resultsOf(second, [1]) }).map(
    ({ players, against: { team_1, team_2 } }) =>
      [players.map(({ id }) => id), [team_1.won, team_1.lost], [team_2.won, team_2.lost]] as const,
  );

it('common opponents are the pairs that both sides have met, those with most matches first', () => {
  const first = [met([5, 6], '+'), met([7, 8], '+'), met([8, 7], '-'), met([7, 8], '+')];
  const second = [met([6, 5], '-'), met([7, 8], '-'), met([9, 8], '+')];
  expect(common(first, second)).toEqual([
    [
      [7, 8],
      [2, 1],
      [0, 1],
    ],
    [
      [5, 6],
      [1, 0],
      [0, 1],
    ],
  ]);
});

it('common opponents are single players, in numeric order of ids, without a common pair', () => {
  expect(common([met([10, 9], '+')], [met([9, 8], '-'), met([7, 10], '+')])).toEqual([
    [[10], [1, 0], [1, 0]],
    [[9], [1, 0], [0, 1]],
  ]);
});

it.each([
  ['one side has no known result', [met([5, 6], '?')], [met([5, 6], '+')]],
  ['the two sides met different players', [met([5, 6], '+')], [met([7, 8], '+')]],
  ['the opponents are unknown', [met([], '+')], [met([], '+')]],
])('there are no common opponents when %s', (_what, first, second) => {
  expect(common(first, second)).toEqual([]);
});
