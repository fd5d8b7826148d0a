import { describe, expect, it } from 'vitest';
import {
  formatSets,
  gamesIn,
  isCompleteSet,
  sameGames,
  winnerOfSet,
  winnerOfSets,
} from '#src/domain/match/score.ts';
import { sets } from './written.ts';

const COMPLETE = ['6-0', '6-1', '6-2', '6-3', '6-4', '7-5', '7-6'];

describe('a set is complete', () => {
  it('in exactly these scores, from either side', () => {
    const found: string[] = [];
    for (let team_1 = 0; team_1 <= 9; team_1 += 1) {
      for (let team_2 = 0; team_2 <= team_1; team_2 += 1) {
        const set = { team_1, team_2, tieBreak: null };
        expect(isCompleteSet({ team_1: team_2, team_2: team_1 })).toBe(isCompleteSet(set));
        if (isCompleteSet(set)) found.push(`${team_1}-${team_2}`);
      }
    }
    expect(found).toEqual(COMPLETE);
  });

  it.each(['10-0', '10-8', '11-9', '10-12'])('at %s as a match tie-break', (score) => {
    expect(sets(score).map(isCompleteSet)).toEqual([true]);
    expect(formatSets(sets(score))).toBe(score);
  });

  it.each(['10-9', '10-10', '11-10'])('not at %s, where a match tie-break goes on', (score) => {
    expect(sets(score).map(winnerOfSet)).toEqual([null]);
  });

  it.each(['6-5', '5-3', '6-6', '0-0'])('never at %s, which nobody has won', (score) => {
    expect(sets(score).map(winnerOfSet)).toEqual([null]);
  });
});

describe('a match is won', () => {
  it.each([
    ['two sets to nothing', '6-4 6-3', 'team_1'],
    ['two sets to one', '4-6 7-6(4) 5-7', 'team_2'],
    ['a match tie-break in place of the third set', '6-4 4-6 7-10', 'team_2'],
    ['one set is not enough', '6-4', null],
    ['a set each is not enough', '6-4 4-6', null],
    ['a set in progress does not count', '6-4 5-3', null],
    ['nothing was played', '', null],
  ])('%s: %s', (_reason, score, winner) => {
    expect(winnerOfSets(sets(score))).toBe(winner);
  });
});

describe('a score is written', () => {
  it.each([
    ['from the side of team 1', 'team_1', '6-4 6-7(5) 2-1'],
    ['from the side of team 2, the bracket staying with the set', 'team_2', '4-6 7-6(5) 1-2'],
  ] as const)('%s', (_side, team, text) => {
    expect(formatSets(sets('6-4 6-7(5) 2-1'), team)).toBe(text);
  });
});

it('two sets are equal when both teams have equally many games', () => {
  const [first] = sets('6-4');
  if (first === undefined) throw new Error('there is a set');
  const same = sets('6-4 6-3 7-4').map((set) => sameGames(first, set));
  expect(same).toEqual([true, false, false]);
  expect(gamesIn(sets('6-4 3-6'))).toBe(19);
});
