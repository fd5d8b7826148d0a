import { describe, expect, it } from 'vitest';
import { afterPoint, newPlay, type Play } from '#src/domain/match/play.ts';
import { isCompleteSet, type SetScore } from '#src/domain/match/score.ts';
import {
  beliefBefore,
  believeAfter,
  outlookOf,
  stakesOf,
  type Belief,
} from '#src/domain/probability/belief.ts';
import { priorOf } from '#src/domain/probability/prior.ts';
import { tablesOf } from '#src/domain/probability/tables.ts';
import { opponentOf, TEAMS, type ByTeam, type Team } from '#src/domain/terms.ts';

const tables = tablesOf('men', 'star-point');
const NOTHING: ByTeam<number> = { team_1: 0, team_2: 0 };
const aScore = (team_1: number, team_2: number): SetScore => ({ team_1, team_2, tieBreak: null });

/** The belief at a score of the first set. */
const at = (
  games: readonly [number, number],
  points: readonly [number, number],
  first: Team | null,
): Belief => {
  const play = {
    ...newPlay(),
    games: { team_1: games[0], team_2: games[1] },
    points: { team_1: points[0], team_2: points[1] },
  };
  return beliefBefore(play, priorOf(0.58, tables.ofMatch(NOTHING, NOTHING, 'team_1')), first);
};

const after = (belief: Belief, to: Play): Belief => {
  const next = believeAfter(tables, belief, to);
  if (next === null) throw new Error(`impossible: ${JSON.stringify(to)}`);
  return next;
};

const withPoint = ({ play }: Belief, team: Team): Play => afterPoint(play, team, 'star-point');

/** The score once this team has won the game. */
const withGame = ({ play }: Belief, team: Team): Play => {
  const games = { ...play.games, [team]: play.games[team] + 1 };
  return isCompleteSet(games)
    ? { ...newPlay(), sets: [...play.sets, aScore(games.team_1, games.team_2)] }
    : { ...play, games, points: NOTHING };
};

/** Every order in which so many steps can be won. */
const orders = ({ team_1, team_2 }: ByTeam<number>): readonly (readonly Team[])[] =>
  team_1 + team_2 === 0
    ? [[]]
    : TEAMS.flatMap((team) => {
        const left = { team_1, team_2, [team]: { team_1, team_2 }[team] - 1 };
        return left[team] < 0 ? [] : orders(left).map((order) => [team, ...order]);
      });

/** The chance and the likelihood over all orders, each seen step by step. */
const seen = (
  from: Belief,
  gained: ByTeam<number>,
  step: (belief: Belief, team: Team) => Play,
  isPossible: (belief: Belief) => boolean = () => true,
) => {
  let [likelihood, chance] = [0, 0];
  for (const order of orders(gained)) {
    let belief = from;
    let product = 1;
    let isReal = true;
    for (const team of order) {
      isReal &&= isPossible(belief);
      if (!isReal) break;
      belief = after(belief, step(belief, team));
      product *= belief.total;
    }
    if (!isReal) continue;
    likelihood += product;
    chance += product * outlookOf(tables, belief).chance;
  }
  return { likelihood, chance: chance / likelihood };
};

/** The same when the steps in between were not seen. */
const skipped = (from: Belief, to: Play) => {
  const belief = after(from, to);
  return { likelihood: belief.total, chance: outlookOf(tables, belief).chance };
};

const SERVERS = ['team_1', 'team_2', null] as const;

describe.each(SERVERS)('first server %s:', (first) => {
  it.each<[readonly [number, number], readonly [number, number], ByTeam<number>]>([
    [[2, 1], [0, 0], { team_1: 2, team_2: 1 }],
    [[2, 2], [1, 0], { team_1: 1, team_2: 3 }],
    [[0, 0], [2, 1], { team_1: 1, team_2: 2 }],
    [[6, 6], [0, 0], { team_1: 2, team_2: 3 }],
    [[6, 6], [3, 2], { team_1: 1, team_2: 2 }],
  ])('skipped points at %j, %j count in every possible order: %j', (games, points, gained) => {
    const from = at(games, points, first);
    const to = { team_1: points[0] + gained.team_1, team_2: points[1] + gained.team_2 };
    const whole = seen(from, gained, withPoint);
    const leap = skipped(from, { ...from.play, points: to });
    expect(leap.likelihood).toBeCloseTo(whole.likelihood, 9);
    expect(leap.chance).toBeCloseTo(whole.chance, 9);
  });

  it.each<[readonly [number, number], readonly [number, number], ByTeam<number>]>([
    [[0, 0], [0, 0], { team_1: 2, team_2: 1 }],
    [[1, 2], [1, 1], { team_1: 2, team_2: 2 }],
    [[4, 4], [0, 0], { team_1: 2, team_2: 1 }],
  ])('skipped games from %j, %j count in every possible order: %j', (games, points, gained) => {
    const from = at(games, points, first);
    const to = { team_1: games[0] + gained.team_1, team_2: games[1] + gained.team_2 };
    const whole = seen(from, gained, withGame, ({ play }) => play.sets.length === 0);
    const leap = skipped(from, { ...from.play, games: to, points: NOTHING });
    expect(leap.likelihood).toBeCloseTo(whole.likelihood, 9);
    expect(leap.chance).toBeCloseTo(whole.chance, 9);
  });

  it.each<[readonly [number, number], ByTeam<number>]>([
    [[3, 3], { team_1: 3, team_2: 1 }],
    [[5, 5], { team_1: 2, team_2: 0 }],
    [[4, 5], { team_1: 2, team_2: 2 }],
    [[4, 3], { team_1: 0, team_2: 3 }],
  ])('a set that ended unseen from %j ended with its last game: %j', (games, gained) => {
    const from = at(games, [0, 0], first);
    const ended = aScore(games[0] + gained.team_1, games[1] + gained.team_2);
    const whole = seen(from, gained, withGame, ({ play }) => play.sets.length === 0);
    const leap = skipped(from, { ...newPlay(), sets: [ended] });
    expect(leap.likelihood).toBeCloseTo(whole.likelihood, 9);
    expect(leap.chance).toBeCloseTo(whole.chance, 9);
  });

  it.each<{ games: readonly [number, number]; points: readonly [number, number] }>([
    { games: [0, 0], points: [0, 0] },
    { games: [4, 5], points: [0, 0] },
    { games: [5, 4], points: [1, 2] },
    { games: [6, 6], points: [2, 3] },
  ])('a game at $games, $points is worth what winning it changes', ({ games, points }) => {
    const belief = at(games, points, first);
    const [won, lost] = TEAMS.map(
      (team) => outlookOf(tables, after(belief, withGame(belief, team))).chance,
    );
    const stakes = stakesOf(tables, belief);
    expect(stakes.won).toBeCloseTo(won ?? NaN, 9);
    expect(stakes.lost).toBeCloseTo(lost ?? NaN, 9);
  });

  it.each(TEAMS)('a game that %s was a point away from was won by that point', (team) => {
    const points = team === 'team_1' ? ([3, 1] as const) : ([1, 3] as const);
    const belief = at([2, 2], points, first);
    const byPoint = after(belief, withPoint(belief, team));
    expect(after(belief, withGame(belief, team)).total).toBeCloseTo(byPoint.total, 9);
    // The other side needed more than a point.
    const other = opponentOf(team);
    const turned = after(belief, withGame(belief, other)).total;
    expect(turned).toBeLessThan(after(belief, withPoint(belief, other)).total);
  });
});

it('tables and priors are cached', () => {
  expect(tablesOf('women', 'golden-point')).toBe(tablesOf('women', 'golden-point'));
  const start = tables.ofMatch(NOTHING, NOTHING, 'team_1');
  expect(priorOf(0.31, start)).toBe(priorOf(0.31, start));
  expect(priorOf(0.31, start)).not.toEqual(priorOf(0.32, start));
});

it('as many points as a game can have may be skipped, and no more', () => {
  const from = at([6, 6], [0, 0], 'team_1');
  const to = (each: number) => ({ ...from.play, points: { team_1: each, team_2: each } });
  expect(believeAfter(tables, from, to(12))).not.toBeNull();
  expect(believeAfter(tables, from, to(13))).toBeNull();
});

it('impossible points, games and sets give no belief', () => {
  const from = at([3, 2], [2, 1], null);
  const { play } = from;
  const impossible: readonly Partial<Play>[] = [
    { points: { team_1: 3, team_2: 0 } },
    { points: { team_1: 4, team_2: 1 } },
    { points: { team_1: 9, team_2: 9 } },
    { games: { team_1: 4, team_2: 1 } },
    { games: { team_1: 6, team_2: 2 } },
    { sets: [aScore(6, 1)] },
    { sets: [aScore(6, 4), aScore(6, 4)] },
  ];
  for (const each of impossible) {
    expect(believeAfter(tables, from, { ...play, ...each }), JSON.stringify(each)).toBeNull();
  }
});
