import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opponentOf, TEAMS, type Team } from '../../../../src/domain/terms.ts';
import { SECOND, MINUTE } from '../../../../src/lib/time.ts';
import { courseOf, liveBody, stateAt } from '#sandbox/padel-service/live/feed.ts';
import { matchStatsAt, pointsKnownAt } from '#sandbox/padel-service/stats/match-stats.ts';
import { metricsOf, type Metrics } from '#sandbox/padel-service/stats/metrics.ts';
import type { PlayedPoint } from '#sandbox/padel-service/stats/played-points.ts';
import { isCovered, type Match } from '#sandbox/padel-service/world/model.ts';
import { aFollowedMatch, followed, matches, ofEveryMatch } from '../followed-matches.ts';

const statsOf = (match: Match, now = match.closed) => {
  const stats = matchStatsAt(match, now);
  if (stats === null) throw new Error(`No point of ${match.id} is known`);
  return stats;
};

const COUNTS = ['aces', 'double_faults', 'service_games', 'return_games'] as const;

describe('the metrics', () => {
  const aPoint = (point: Partial<PlayedPoint>): PlayedPoint => ({
    set: 1,
    server: 'team_1',
    winner: 'team_1',
    serve: 'first',
    isTieBreak: false,
    isBreakPoint: false,
    endsGame: false,
    ...point,
  });

  it('of a service game broken to 30 equal a count by hand', () => {
    const game = [
      aPoint({ serve: 'ace' }),
      aPoint({ winner: 'team_2' }),
      aPoint({ winner: 'team_2', serve: 'double-fault' }),
      aPoint({ serve: 'second' }),
      aPoint({ winner: 'team_2' }),
      aPoint({ winner: 'team_2', isBreakPoint: true, endsGame: true }),
    ];
    expect(metricsOf(game)).toEqual({
      total_points_won: { team_1: '33%', team_2: '67%' },
      break_points_converted: { team_1: '0%', team_2: '100%' },
      longest_streak: { team_1: '1', team_2: '2' },
      aces: { team_1: '1', team_2: '0' },
      double_faults: { team_1: '1', team_2: '0' },
      won_on_1st_serve: { team_1: '25%', team_2: '0%' },
      won_on_2nd_serve: { team_1: '50%', team_2: '0%' },
      total_won_on_serve: { team_1: '33%', team_2: '0%' },
      won_on_1st_return: { team_1: '0%', team_2: '75%' },
      won_on_2nd_return: { team_1: '0%', team_2: '50%' },
      total_won_on_return: { team_1: '0%', team_2: '67%' },
      service_games: { team_1: '1', team_2: '0' },
      return_games: { team_1: '0', team_2: '1' },
    });
  });

  it('of the sets add up to the match, whose longest streak is at least theirs', () => {
    ofEveryMatch((match) => {
      const stats = statsOf(match);
      const total = (metric: (typeof COUNTS)[number], team: Team) =>
        stats.sets.reduce((sum, set) => sum + Number(set[metric][team]), 0);
      for (const team of TEAMS) {
        for (const metric of COUNTS) {
          expect(Number(stats.match[metric][team])).toBe(total(metric, team));
        }
        const streaks = stats.sets.map((set) => Number(set.longest_streak[team]));
        expect(Number(stats.match.longest_streak[team])).toBeGreaterThanOrEqual(
          Math.max(...streaks),
        );
      }
    });
  });

  const ON_SERVE = [
    ['won_on_1st_serve', 'won_on_1st_return'],
    ['won_on_2nd_serve', 'won_on_2nd_return'],
    ['total_won_on_serve', 'total_won_on_return'],
  ] as const satisfies readonly (readonly [keyof Metrics, keyof Metrics])[];

  it('of the two teams are complementary: points, serve and return, service games', () => {
    ofEveryMatch((match) => {
      const stats = statsOf(match);
      for (const each of [stats.match, ...stats.sets]) {
        const percent = (metric: keyof Metrics, team: Team) => Number.parseInt(each[metric][team]);
        expect(percent('total_points_won', 'team_1') + percent('total_points_won', 'team_2')).toBe(
          100,
        );
        for (const team of TEAMS) {
          for (const [serve, returned] of ON_SERVE) {
            // A team that never served this way has 0% beside 0%.
            const sum = percent(serve, team) + percent(returned, opponentOf(team));
            expect([0, 100]).toContain(sum);
          }
          expect(each.service_games[team]).toBe(each.return_games[opponentOf(team)]);
        }
      }
    });
  });

  it('have one entry for each set in which a point was played', () => {
    ofEveryMatch((match) => {
      const begun = new Set(pointsKnownAt(match, match.closed).map(({ set }) => set));
      expect(statsOf(match).sets).toHaveLength(begun.size);
    });
  });
});

describe('a live match', () => {
  it('has the statistics of exactly the points that its live body shows', () => {
    const moment = fc.integer({ min: 30, max: 99 });
    fc.assert(
      fc.property(aFollowedMatch, moment, (match, percent) => {
        const now = (match.started ?? 0) + Math.round((match.duration * percent) / 100);
        const { shown } = stateAt(match, now);
        const all = pointsKnownAt(match, match.closed);
        expect(statsOf(match, now).match).toEqual(metricsOf(all.slice(0, shown)));

        const body = liveBody(stateAt(match, now));
        for (const [index, set] of statsOf(match, now).sets.entries()) {
          const shownSet = body.sets[index];
          // The last game of a set in progress is not over.
          const games = (shownSet?.games ?? []).slice(0, shownSet?.set_score === null ? -1 : 99);
          const isTieBreak = ({ game_score }: { game_score: string }) =>
            /^6 ?- ?6$/.test(game_score);
          const served = games.filter((game) => !isTieBreak(game)).length;
          expect(Number(set.service_games.team_1) + Number(set.service_games.team_2)).toBe(served);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has no statistics before its first point', () => {
    for (const match of followed.slice(-20)) {
      const started = match.started ?? 0;
      const [first = 0] = courseOf(match).ends;
      expect(matchStatsAt(match, match.created)).toBeNull();
      expect(matchStatsAt(match, started + first)).toBeNull();
      expect(matchStatsAt(match, started + 5 * MINUTE + SECOND)).not.toBeNull();
    }
  });

  it('has no statistics when it is not covered or not played', () => {
    const others = matches.filter(
      ({ tournament, outcome }) =>
        !isCovered(tournament.level) || outcome === 'walkover' || outcome === 'bye',
    );
    expect(others.length).toBeGreaterThan(1000);
    for (const match of others) expect(matchStatsAt(match, match.closed)).toBeNull();
  });
});
