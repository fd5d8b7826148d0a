import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPoint, newPlay, type DeuceRule, type Play } from '#src/domain/match/play.ts';
import { setsWon } from '#src/domain/match/score.ts';
import { opponentOf, type ByTeam, type Team } from '#src/domain/terms.ts';
import { EDGES, pointChances, SERVE } from '#src/domain/probability/edges.ts';
import { createTables, tablesOf } from '#src/domain/probability/tables.ts';
import { tieBreakTable } from '#src/domain/probability/game.ts';
import { runs } from '../../runs.ts';
import { aChoice, RULES, simulatedWins, swapped } from './simulation.ts';

const NOTHING: ByTeam<number> = { team_1: 0, team_2: 0 };
const EVEN = EDGES.indexOf(0);
const tables = (rule: DeuceRule) => tablesOf('men', rule);
const row = (value: number) => EDGES.map(() => value);

describe('a game', () => {
  const hold = (serve: number, rule: DeuceRule): number =>
    createTables(serve, rule).ofGame({ games: NOTHING, points: NOTHING }, 'team_1')?.[EVEN] ?? 0;

  it.each([
    ['advantage', 0.776],
    ['golden-point', 0.748],
    ['star-point', 0.77],
  ] as const)('is held with 62 %% of the points under %s in %d of all games', (rule, share) => {
    expect(hold(0.62, rule)).toBeCloseTo(share, 3);
  });

  it('is held by men in 78 %, by women in 66 %', () => {
    expect(hold(SERVE.men, 'golden-point')).toBeCloseTo(0.78, 1);
    expect(hold(SERVE.women, 'golden-point')).toBeCloseTo(0.66, 1);
  });

  it.each([
    ['golden-point', { team_1: 4, team_2: 4 }, false],
    ['star-point', { team_1: 5, team_2: 5 }, true],
    ['star-point', { team_1: 6, team_2: 6 }, false],
    ['advantage', { team_1: 40, team_2: 41 }, true],
    ['advantage', { team_1: 5, team_2: 2 }, false],
  ] as const)('under %s at %j has a chance: %s', (rule, points, isPossible) => {
    const chance = tables(rule).ofGame({ games: NOTHING, points }, 'team_1');
    expect(chance !== undefined).toBe(isPossible);
  });
});

describe('a tie-break', () => {
  const point = { team_1: row(0.7), team_2: row(0.4) };
  const chance = (own: number, other: number) =>
    tieBreakTable(point, 'team_1')({ team_1: own, team_2: other })?.[0] ?? NaN;

  it('is even between equals, no matter who serves first', () => {
    for (const rule of RULES) {
      for (const server of ['team_1', 'team_2'] as const) {
        const games = { team_1: 6, team_2: 6 };
        expect(tables(rule).ofGame({ games, points: NOTHING }, server)?.[EVEN]).toBeCloseTo(0.5, 9);
      }
    }
  });

  it('at a level score near its end depends on one point on each serve', () => {
    const level = (0.7 * 0.4) / (0.7 * 0.4 + 0.3 * 0.6);
    for (const score of [6, 7, 12, 31]) expect(chance(score, score)).toBeCloseTo(level, 9);
    // At 7-6 the other side serves, at 8-7 the first one.
    expect(chance(7, 6)).toBeCloseTo(0.4 + 0.6 * level, 9);
    expect(chance(8, 7)).toBeCloseTo(0.7 + 0.3 * level, 9);
    expect(chance(12, 13)).toBeCloseTo(0.4 * level, 9);
  });
});

const scores = fc.record({
  sets: fc.record({ team_1: fc.constantFrom(0, 1), team_2: fc.constantFrom(0, 1) }),
  games: fc.record({ team_1: fc.nat(5), team_2: fc.nat(5) }),
  server: fc.constantFrom<Team>('team_1', 'team_2'),
  rule: fc.constantFrom(...RULES),
});

describe('a match', () => {
  it('does not depend on who serves first', () => {
    for (const rule of RULES) {
      const [one, two] = [
        tables(rule).ofMatch(NOTHING, NOTHING, 'team_1'),
        tables(rule).ofMatch(NOTHING, NOTHING, 'team_2'),
      ];
      for (const [at, chance] of one.entries()) expect(chance).toBeCloseTo(two[at] ?? NaN, 9);
    }
  });

  it('mirrors itself when the teams are exchanged', () => {
    fc.assert(
      fc.property(scores, ({ sets, games, server, rule }) => {
        const own = tables(rule).ofMatch(sets, games, server);
        const other = tables(rule).ofMatch(swapped(sets), swapped(games), opponentOf(server));
        own.forEach((chance, at) => {
          expect(chance + (other[EDGES.length - 1 - at] ?? NaN)).toBeCloseTo(1, 9);
        });
      }),
      { numRuns: runs(20) },
    );
  });

  it('is won more often with a larger edge, and with a game or a set more', () => {
    fc.assert(
      fc.property(scores, ({ sets, games, server, rule }) => {
        const { ofMatch } = tables(rule);
        const now = ofMatch(sets, games, server);
        const game = ofMatch(sets, { ...games, team_2: Math.max(0, games.team_2 - 1) }, server);
        const set = ofMatch({ ...sets, team_1: 1 }, games, server);
        now.forEach((chance, at) => {
          expect(chance).toBeGreaterThanOrEqual(now[at - 1] ?? 0);
          expect(game[at]).toBeGreaterThanOrEqual(chance - 1e-12);
          expect(set[at]).toBeGreaterThanOrEqual(chance - 1e-12);
        });
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('the chance of a match', () => {
  const MATCHES = runs(1000);

  it.each(RULES)(`is how often ${MATCHES} simulated matches are won, under %s`, (rule) => {
    const choose = aChoice(`states ${rule}`);
    for (let state = 0; state < Math.min(30, runs(6)); state += 1) {
      const category = choose() < 0.5 ? 'men' : 'women';
      const at = Math.floor(choose() * 41) + 30;
      const edge = EDGES[at] ?? 0;
      const first: Team = choose() < 0.5 ? 'team_1' : 'team_2';
      let play: Play = newPlay();
      for (let points = Math.floor(choose() * 120); points > 0; points -= 1) {
        const next = afterPoint(play, choose() < 0.5 ? 'team_1' : 'team_2', rule);
        if (next.winner === null) play = next;
      }
      const chances = pointChances(SERVE[category], edge);
      const won = simulatedWins({ play, first, rule, chances, matches: MATCHES, choose });
      const chance = chanceAt(play, first, rule, category, at);
      const deviation = Math.sqrt(Math.max(1e-6, chance * (1 - chance)) / MATCHES);
      expect(Math.abs(won / MATCHES - chance) / deviation, JSON.stringify(play)).toBeLessThan(3.3);
    }
  });
});

const chanceAt = (
  play: Play,
  first: Team,
  rule: DeuceRule,
  category: 'men' | 'women',
  at: number,
): number => {
  const { ofGame, afterGame } = tablesOf(category, rule);
  const played = [...play.sets, play.games].reduce((sum, set) => sum + set.team_1 + set.team_2, 0);
  const server = played % 2 === 0 ? first : opponentOf(first);
  const game = ofGame(play, server)?.[at] ?? NaN;
  const won = afterGame(setsWon(play.sets), play.games, 'team_1', server);
  const lost = afterGame(setsWon(play.sets), play.games, 'team_2', server);
  return game * (won[at] ?? NaN) + (1 - game) * (lost[at] ?? NaN);
};
