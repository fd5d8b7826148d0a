import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { forecastsOf } from '../../../../bench/elo/forecasts.ts';
import { headToHeads } from '../../../../bench/elo/head.ts';
import { betterRankedWins, judge } from '../../../../bench/elo/verdict.ts';
import { quantile } from '../../../../bench/table.ts';
import { isCovered, playersOf } from '#sandbox/padel-service/world/model.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { chanceOfEdge } from '#sandbox/padel-service/world/people/edge.ts';
import { meanElo, tenthsOf } from '#sandbox/padel-service/world/people/elo.ts';
import { openHistory } from '#sandbox/padel-service/world/records/history.ts';
import { PRO, SATURDAY, startStill } from '../service.ts';

const ANCHOR = dayOf('2026-11-21');
const forecasts = forecastsOf(1, ANCHOR);

describe('Elo over the generated seasons, with each match forecast before it starts', () => {
  it('stays within 10 % of the oracle, with a calibration error under 0.03', () => {
    const { matches, ratios, scores, isMet } = judge(forecasts);
    expect(matches).toBeGreaterThan(11_000);
    expect(ratios.brier).toBeLessThan(1.1);
    expect(ratios.logLoss).toBeLessThan(1.1);
    expect(scores.elo.calibrationError).toBeLessThan(0.03);
    expect(isMet).toBe(true);
  });

  it.each([2023, 2024, 2025, 2026])('stays within 10 % of the oracle in %d alone', (season) => {
    const { ratios } = judge(forecasts.filter(({ match }) => match.tournament.season === season));
    expect(ratios.brier).toBeLessThan(1.1);
    expect(ratios.logLoss).toBeLessThan(1.1);
  });

  it('is better than the ranking, but not as good as the oracle', () => {
    const { oracle, elo, ranking } = judge(forecasts).scores;
    expect(elo.brier).toBeLessThan(ranking.brier);
    expect(elo.logLoss).toBeLessThan(ranking.logLoss);
    expect(oracle.brier).toBeLessThan(elo.brier);
    expect(oracle.calibrationError).toBeLessThan(0.015);
  });

  it('misses the requirement when its forecasts are moved halfway to 50 %', () => {
    const timid = forecasts.map((each) => ({ ...each, elo: (each.elo + 0.5) / 2 }));
    expect(judge(timid).isMet).toBe(false);
  });

  it('does not depend on later matches', () => {
    const tournament = forecasts.find(({ match }) => match.tournament.season === 2025)?.match
      .tournament;
    if (tournament === undefined) throw new Error('Nothing was played in 2025');
    const { matchesUntil, ratings } = openHistory(1, ANCHOR);
    matchesUntil(tournament.start);
    const its = forecasts.filter(({ match }) => match.tournament.id === tournament.id);
    expect(its.length).toBeGreaterThan(10);
    for (const { match, elo } of its) {
      const of = (team: 'team_1' | 'team_2') =>
        meanElo(playersOf(match, team).map((player) => ratings.at(player, match.started ?? 0)));
      expect(tenthsOf(of('team_1') - of('team_2')) / 1000).toBe(elo);
    }
  });

  it('starts with ratings from earlier seasons without records', () => {
    const { matchesUntil, people, ratings } = openHistory(1, ANCHOR);
    const [first] = matchesUntil(ANCHOR);
    expect(first?.tournament.season).toBe(2023);
    const known = people.filter((player) => ratings.at(player, first?.created ?? 0).matches > 30);
    expect(known.length / people.length).toBeGreaterThan(0.8);
  });
});

describe('the balance of the invented tour', () => {
  it('is close at the top: the better ranked of the best four wins 40 to 80 of 100', () => {
    const chances = headToHeads(forecasts);
    expect(chances.length).toBeGreaterThan(300);
    expect(quantile(chances, 0.1)).toBeGreaterThan(0.4);
    expect(quantile(chances, 0.9)).toBeLessThan(0.8);
  });

  it('favours the better-ranked pair, which wins 73 of 100 matches', () => {
    expect(Math.abs(betterRankedWins(forecasts) - 0.73)).toBeLessThan(0.02);
  });

  it('has favourites: the known edge per point has a standard deviation of 0.062', () => {
    const squares = forecasts.reduce((sum, { match }) => sum + match.edge ** 2, 0);
    expect(Math.abs(Math.sqrt(squares / forecasts.length) - 0.062)).toBeLessThan(0.004);
  });

  it('is as uncertain as the real tour: the oracle names three winners of four', () => {
    const { oracle, elo } = judge(forecasts).scores;
    expect(Math.abs(oracle.brier - 0.17)).toBeLessThan(0.01);
    expect(Math.abs(oracle.accuracy - 0.74)).toBeLessThan(0.015);
    expect(Math.abs(elo.brier - 0.185)).toBeLessThan(0.015);
  });
});

describe('/matches/simulate', () => {
  const answer = z.object({ probability: z.object({ team_1: z.number(), team_2: z.number() }) });

  it('gives the true win probability of each match of the day', async () => {
    const service = await startStill({ now: () => SATURDAY });
    try {
      const now = Date.parse(service.getWorld().now);
      const open = openHistory(1, ANCHOR)
        .matchesUntil(ANCHOR)
        .filter(({ slot, closed, started, tournament }) => {
          const isToday = slot?.day === ANCHOR && started !== null && closed > now;
          return isToday && isCovered(tournament.level);
        });
      expect(open.length).toBeGreaterThan(3);
      for (const match of open) {
        const { body } = await service.inject({
          method: 'POST',
          url: '/api/matches/simulate',
          headers: PRO,
          payload: {
            team_1: playersOf(match, 'team_1').map(({ id }) => id),
            team_2: playersOf(match, 'team_2').map(({ id }) => id),
          },
        });
        const { probability } = answer.parse(JSON.parse(body));
        expect(probability.team_1 + probability.team_2).toBeCloseTo(100);
        const { category, tournament } = match;
        const truth = chanceOfEdge(match.edge, { category, rule: tournament.rule });
        expect(Math.abs(probability.team_1 / 100 - truth)).toBeLessThan(0.005);
      }
    } finally {
      await service.stop();
    }
  });

  it.each([
    [3000, 999],
    [-3000, 1],
    [0, 500],
  ])('turns a lead of %d into %d in 1000: nothing is certain', (lead, tenths) => {
    expect(tenthsOf(lead)).toBe(tenths);
  });
});
