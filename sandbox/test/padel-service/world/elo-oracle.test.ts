import { describe, expect, it } from 'vitest';
import { chanceOfContest, chanceOfGame, chanceOfMatch } from '../../../../bench/elo/oracle.ts';
import type { Pair, Player } from '#sandbox/padel-service/world/model.ts';
import {
  accuracy,
  brier,
  calibrationError,
  logLoss,
  reliability,
} from '../../../../bench/elo/scores.ts';
import { contest } from '#sandbox/padel-service/world/draws/contest.ts';
import { edgeOf, expectation } from '#sandbox/padel-service/world/people/elo.ts';
import { inventPeople } from '#sandbox/padel-service/world/people/people.ts';

const RULES = ['advantage', 'golden-point', 'star-point'] as const;

const [a, b, c, d] = inventPeople(1, 2026);
const pair = (one: Player | undefined, two: Player | undefined): Pair => {
  if (one === undefined || two === undefined) throw new Error('Nobody was invented');
  return [one, two];
};
const teams = { team_1: pair(a, b), team_2: pair(c, d) };

describe('the chance of a game', () => {
  it('is known for even points, whatever the rule', () => {
    for (const rule of RULES) expect(chanceOfGame(0.5, rule)).toBeCloseTo(0.5, 12);
  });

  it('is the textbook one with advantages', () => {
    // 60 % of the points win 73.6 % of the games.
    expect(chanceOfGame(0.6, 'advantage')).toBeCloseTo(0.7357, 4);
  });

  it('falls for the favourite the sooner a point decides', () => {
    const [advantage, golden, star] = RULES.map((rule) => chanceOfGame(0.62, rule));
    expect(advantage).toBeGreaterThan(star ?? 1);
    expect(star).toBeGreaterThan(golden ?? 1);
  });
});

describe('the chance of a match', () => {
  it.each(RULES)('mirrors itself when the sides are exchanged, with the %s', (rule) => {
    expect(chanceOfMatch(0, rule)).toBeCloseTo(0.5, 12);
    expect(chanceOfMatch(0.04, rule) + chanceOfMatch(-0.04, rule)).toBeCloseTo(1, 12);
  });

  it.each(RULES)('is how often contests are won, retirements included, with the %s', (rule) => {
    for (const edge of [0.01, 0.05]) {
      const begun = Array.from({ length: 3000 }, (_, index) => {
        const seed = `oracle/${edge}/${index}`;
        const fixture = { id: index, category: 'men', round: 1, index: 0, rule, seed } as const;
        return contest(fixture, teams, edge);
      }).filter(({ outcome }) => outcome !== 'walkover');
      const won = begun.filter(({ winner }) => winner === 'team_1').length / begun.length;
      expect(begun.some(({ outcome }) => outcome === 'retired')).toBe(true);
      expect(Math.abs(won - chanceOfContest(edge, rule))).toBeLessThan(0.02);
    }
  });

  it.each([35, 70, 141, 214, 291, 458, 651, 1000])(
    'agrees with Elo for the edge of a lead of %d, under the rule of today',
    (lead) => {
      const exact = chanceOfMatch(edgeOf(lead), 'star-point');
      expect(Math.abs(exact - expectation(lead))).toBeLessThan(0.003);
    },
  );
});

describe('the scores', () => {
  const said = [
    { chance: 0.8, happened: true },
    { chance: 0.8, happened: false },
    { chance: 0.31, happened: false },
    { chance: 0.5, happened: true },
  ];

  it('are what their definitions say', () => {
    expect(brier(said)).toBeCloseTo((0.04 + 0.64 + 0.0961 + 0.25) / 4, 10);
    const losses = [Math.log(0.8), Math.log(0.2), Math.log(0.69), Math.log(0.5)];
    expect(logLoss(said)).toBeCloseTo(-losses.reduce((sum, each) => sum + each) / 4, 10);
    expect(accuracy(said)).toBeCloseTo((1 + 0 + 1 + 0.5) / 4, 10);
  });

  it('put each forecast into one bin, a certain one into the last', () => {
    const bins = reliability([...said, { chance: 1, happened: true }]);
    expect(bins.map(({ from, count }) => [from, count])).toEqual([
      [0.3, 1],
      [0.5, 1],
      [0.8, 2],
      [0.9, 1],
    ]);
  });

  it('weigh the distance of forecast and share by the matches of the bin', () => {
    expect(calibrationError(said)).toBeCloseTo((1 * 0.31 + 1 * 0.5 + 2 * 0.3) / 4, 10);
  });
});
