import { describe, expect, it } from 'vitest';
import { chanceOfContest } from '../../../../bench/elo/oracle.ts';
import { CATEGORIES } from '../../../../src/domain/terms.ts';
import type { Pair, Player } from '#sandbox/padel-service/world/model.ts';
import {
  accuracy,
  brier,
  calibrationError,
  logLoss,
  reliability,
} from '../../../../bench/elo/scores.ts';
import { contest } from '#sandbox/padel-service/world/draws/contest.ts';
import { chanceOfEdge, edgeOf } from '#sandbox/padel-service/world/people/edge.ts';
import { expectation } from '#sandbox/padel-service/world/people/elo.ts';
import { inventPeople } from '#sandbox/padel-service/world/people/people.ts';

const RULES = ['advantage', 'golden-point', 'star-point'] as const;

const [a, b, c, d] = inventPeople(1, 2026);
const pair = (one: Player | undefined, two: Player | undefined): Pair => {
  if (one === undefined || two === undefined) throw new Error('Nobody was invented');
  return [one, two];
};
const teams = { team_1: pair(a, b), team_2: pair(c, d) };

const CONDITIONS = CATEGORIES.flatMap((category) => RULES.map((rule) => ({ category, rule })));

describe('the win probability of a match', () => {
  it.each(CONDITIONS)('is mirrored when the sides are swapped, %o', (conditions) => {
    expect(chanceOfEdge(0, conditions)).toBeCloseTo(0.5, 9);
    expect(chanceOfEdge(0.04, conditions) + chanceOfEdge(-0.04, conditions)).toBeCloseTo(1, 9);
  });

  it.each(CONDITIONS)(
    'is the share of contests won over all forms of the day, with retirements, %o',
    (conditions) => {
      for (const lead of [60, 250]) {
        const begun = Array.from({ length: 3000 }, (_, index) => {
          const seed = `oracle/${lead}/${index}`;
          const fixture = { id: index, round: 1, index: 0, ...conditions, seed } as const;
          return contest(fixture, teams, lead);
        }).filter(({ outcome }) => outcome !== 'walkover');
        const won = begun.filter(({ winner }) => winner === 'team_1').length / begun.length;
        expect(begun.some(({ outcome }) => outcome === 'retired')).toBe(true);
        const chance = chanceOfContest(edgeOf(lead, conditions), conditions);
        expect(Math.abs(won - chance)).toBeLessThan(0.02);
      }
    },
  );

  it.each(CONDITIONS)('agrees with Elo for the edge of every lead, %o', (conditions) => {
    for (const lead of [-300, -35, 0, 35, 70, 141, 214, 291, 458, 651, 1000]) {
      const exact = chanceOfEdge(edgeOf(lead, conditions), conditions);
      expect(Math.abs(exact - expectation(lead))).toBeLessThan(0.0005);
    }
  });
});

describe('the forecast scores', () => {
  const forecasts = [
    { chance: 0.8, happened: true },
    { chance: 0.8, happened: false },
    { chance: 0.31, happened: false },
    { chance: 0.5, happened: true },
  ];

  it('follow their definitions', () => {
    expect(brier(forecasts)).toBeCloseTo((0.04 + 0.64 + 0.0961 + 0.25) / 4, 10);
    const losses = [Math.log(0.8), Math.log(0.2), Math.log(0.69), Math.log(0.5)];
    expect(logLoss(forecasts)).toBeCloseTo(-losses.reduce((sum, each) => sum + each) / 4, 10);
    expect(accuracy(forecasts)).toBeCloseTo((1 + 0 + 1 + 0.5) / 4, 10);
  });

  it('put each forecast into one bin, and a certain one into the last bin', () => {
    const bins = reliability([...forecasts, { chance: 1, happened: true }]);
    expect(bins.map(({ from, count }) => [from, count])).toEqual([
      [0.3, 1],
      [0.5, 1],
      [0.8, 2],
      [0.9, 1],
    ]);
  });

  it('weight the calibration error of each bin by its number of matches', () => {
    expect(calibrationError(forecasts)).toBeCloseTo((1 * 0.31 + 1 * 0.5 + 2 * 0.3) / 4, 10);
  });
});
