import { describe, expect, it } from 'vitest';
import {
  afterPoint,
  isDecidingPoint,
  isTieBreak,
  mayWinGame,
  newPlay,
  pointsLabel,
  type DeuceRule,
  type Play,
} from '#src/domain/match/play.ts';
import { formatSets } from '#src/domain/match/score.ts';
import { opponentOf, type Team } from '#src/domain/terms.ts';

const RULES: readonly DeuceRule[] = ['advantage', 'golden-point', 'star-point'];

/** Who won each point, one letter each: `a` for team 1, `b` for team 2. */
const after = (winners: string, rule: DeuceRule, from: Play = newPlay()): Play =>
  Array.from(winners).reduce(
    (play, letter) => afterPoint(play, letter === 'a' ? 'team_1' : 'team_2', rule),
    from,
  );

const gamesFor = (team: Team, count: number): string =>
  (team === 'team_1' ? 'aaaa' : 'bbbb').repeat(count);

/** Games of a set in progress, without either team having won it. */
const at = (team_1: number, team_2: number): Play => ({
  ...newPlay(),
  games: { team_1, team_2 },
});

const DEUCE = 'aaabbb';

describe('a game', () => {
  it.each([
    ['the first point', 'a', '15:0'],
    ['a point each', 'ab', '15:15'],
    ['three to one', 'aaab', '40:15'],
    ['the first deuce', DEUCE, '40:40'],
  ])('is labelled at %s', (_when, winners, label) => {
    for (const rule of RULES) expect(pointsLabel(after(winners, rule))).toBe(label);
  });

  it.each([
    ['advantage', `${DEUCE}a`, 'A:40'],
    ['advantage', `${DEUCE}b`, '40:A'],
    ['advantage', `${DEUCE}ab`, '40:40'],
    ['advantage', `${DEUCE}abababab`, '40:40'],
    ['star-point', `${DEUCE}a`, 'A:40'],
    ['star-point', `${DEUCE}abb`, '40:A'],
  ] as const)('goes on after deuce under %s: %s', (rule, winners, label) => {
    const play = after(winners, rule);
    expect(pointsLabel(play)).toBe(label);
    expect(play.games).toEqual({ team_1: 0, team_2: 0 });
  });

  it.each([
    ['any rule: four to nothing needs no deuce', RULES, 'aaaa'],
    ['any rule: four to two needs no deuce', RULES, 'aabbaa'],
    ['advantage: two clear', ['advantage'], `${DEUCE}aa`],
    ['advantage: two clear, however long it takes', ['advantage'], `${DEUCE}ababababaa`],
    ['golden point: the first deuce decides', ['golden-point'], `${DEUCE}a`],
    ['star point: the first advantage converted', ['star-point'], `${DEUCE}aa`],
    ['star point: the second advantage converted', ['star-point'], `${DEUCE}abaa`],
    ['star point: the third deuce decides', ['star-point'], `${DEUCE}ababa`],
  ] as const)('is won under %s', (_reason, rules, winners) => {
    for (const rule of rules) {
      const before = after(winners.slice(0, -1), rule);
      expect(before.games).toEqual({ team_1: 0, team_2: 0 });
      expect(after(winners, rule)).toMatchObject({
        games: { team_1: 1, team_2: 0 },
        points: { team_1: 0, team_2: 0 },
      });
    }
  });

  it.each([
    ['advantage', [false, false, false, false]],
    ['golden-point', [true]],
    ['star-point', [false, false, true]],
  ] as const)('has its deciding point at the right deuce under %s', (rule, deciding) => {
    const seen = deciding.map((_, deuce) =>
      isDecidingPoint(after(DEUCE + 'ab'.repeat(deuce), rule), rule),
    );
    expect(seen).toEqual(deciding);
  });

  it.each([
    ['30 all', 'aabb'],
    ['love all', ''],
    ['advantage', `${DEUCE}a`],
  ])('has no deciding point at %s', (_when, winners) => {
    expect(isDecidingPoint(after(winners, 'star-point'), 'star-point')).toBe(false);
  });
});

describe('a set', () => {
  it.each([
    ['six to nothing', at(5, 0), '6-0'],
    ['six to four', at(5, 4), '6-4'],
    ['seven to five', at(6, 5), '7-5'],
  ])('is won by %s', (_how, from, score) => {
    for (const rule of RULES) {
      const { sets, games } = after(gamesFor('team_1', 1), rule, from);
      expect(formatSets(sets)).toBe(score);
      expect(games).toEqual({ team_1: 0, team_2: 0 });
    }
  });

  it.each([
    ['six to five is no set', at(5, 5)],
    ['six all is no set', at(5, 6)],
  ])('goes on: %s', (_reason, from) => {
    expect(after(gamesFor('team_1', 1), 'star-point', from).sets).toEqual([]);
  });
});

describe('a tie-break', () => {
  it.each([
    ['seven to nothing', 'a'.repeat(7), '7-6(0)'],
    ['seven to five', 'ababababab' + 'aa', '7-6(5)'],
    ['two clear beyond six all', 'ab'.repeat(6) + 'aa', '7-6(6)'],
    ['two clear beyond nine all', 'ab'.repeat(9) + 'bb', '6-7(9)'],
  ])('is won by %s, whatever the rule at deuce', (_how, winners, score) => {
    for (const rule of RULES) {
      expect(after(winners.slice(0, -1), rule, at(6, 6)).sets).toEqual([]);
      expect(formatSets(after(winners, rule, at(6, 6)).sets)).toBe(score);
    }
  });

  it('uses plain counters and has no deciding point', () => {
    const play = after('ab'.repeat(3), 'golden-point', at(6, 6));
    expect(pointsLabel(play)).toBe('3:3');
    expect(isDecidingPoint(play, 'golden-point')).toBe(false);
  });
});

describe('a match', () => {
  const set = (team: Team): string => gamesFor(team, 6);

  it.each(['team_1', 'team_2'] as const)(
    'ends with the second set of %s, and not before',
    (team) => {
      const other = opponentOf(team);
      const leading = after(set(team) + set(other), 'star-point');
      expect(leading.winner).toBeNull();
      const over = after(set(team), 'star-point', leading);
      expect(over.winner).toBe(team);
      expect(over.sets).toHaveLength(3);
    },
  );

  it('stays as it is when it is over', () => {
    const over = after(set('team_1').repeat(2), 'star-point');
    expect(afterPoint(over, 'team_2', 'star-point')).toBe(over);
  });
});

it.each([
  ['at 30 all', [2, 2], 'golden-point', false],
  ['at 40-30', [3, 2], 'golden-point', true],
  ['at 30-40', [2, 3], 'golden-point', false],
  ['at the first deuce', [3, 3], 'golden-point', true],
  ['at the first deuce', [3, 3], 'star-point', false],
  ['at the second deuce', [4, 4], 'star-point', false],
  ['at the third deuce', [5, 5], 'star-point', true],
  ['at the third deuce', [5, 5], 'advantage', false],
  ['with an advantage', [4, 3], 'advantage', true],
  ['against an advantage', [4, 5], 'star-point', false],
] as const)('the next point may win the game %s (%s) under %s: %s', (_when, points, rule, may) => {
  const [team_1, team_2] = points;
  expect(mayWinGame({ team_1, team_2 }, 'team_1', rule)).toBe(may);
  expect(mayWinGame({ team_1: team_2, team_2: team_1 }, 'team_2', rule)).toBe(may);
});

it.each([
  [6, 6, true],
  [5, 6, false],
  [6, 5, false],
  [7, 7, false],
])('a tie-break is played at %s-%s: %s', (team_1, team_2, expected) => {
  expect(isTieBreak({ team_1, team_2 })).toBe(expected);
});
