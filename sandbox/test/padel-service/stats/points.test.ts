import { describe, expect, it } from 'vitest';
import { afterPoint, newPlay } from '../../../../src/domain/match/play.ts';
import { opponentOf, TEAMS, type Team } from '../../../../src/domain/terms.ts';
import { pointsKnownAt } from '#sandbox/padel-service/stats/match-stats.ts';
import type { PlayedPoint } from '#sandbox/padel-service/stats/played-points.ts';
import { scoreOf } from '#sandbox/padel-service/world/course.ts';
import { followed, ofEveryMatch } from '../followed-matches.ts';

const gamesWon = (points: readonly PlayedPoint[], is: (point: PlayedPoint) => boolean): number =>
  points.filter((point) => point.endsGame && is(point)).length;

describe('the points of a match', () => {
  it('produce its score when they are replayed', () => {
    ofEveryMatch((match) => {
      const points = pointsKnownAt(match, match.closed);
      const { rule } = match.tournament;
      const play = points.reduce((p, { winner }) => afterPoint(p, winner, rule), newPlay());
      expect(scoreOf(play)).toEqual(match.sets);
      expect(points).toHaveLength(match.points);
    });
  });

  it('are served by the teams in turn, game by game', () => {
    ofEveryMatch((match) => {
      let last: { server: Team; isTieBreak: boolean } | null = null;
      for (const point of pointsKnownAt(match, match.closed)) {
        if (!point.endsGame) continue;
        if (last && !last.isTieBreak && !point.isTieBreak) {
          expect(point.server).toBe(opponentOf(last.server));
        }
        last = point;
      }
    });
  });

  it('add up to the games of each set: games on serve, breaks and tie-breaks', () => {
    ofEveryMatch((match) => {
      const points = pointsKnownAt(match, match.closed);
      for (const [index, set] of match.sets.entries()) {
        const own = points.filter((point) => point.set === index + 1);
        for (const team of TEAMS) {
          const wins = (is: (point: PlayedPoint) => boolean) =>
            gamesWon(own, (point) => point.winner === team && is(point));
          const held = wins((point) => !point.isTieBreak && point.server === team);
          const broken = wins((point) => !point.isTieBreak && point.server !== team);
          const tieBreaks = wins((point) => point.isTieBreak);
          expect(held + broken + tieBreaks).toBe(set[team]);
          expect(tieBreaks).toBe(Number(set.tieBreak !== null && set[team] === 7));
          const converted = own.filter(
            (point) => point.isBreakPoint && point.winner === team && point.server !== team,
          );
          expect(converted).toHaveLength(broken);
        }
      }
    });
  });

  it('are the same in the middle of a match as after its end', () => {
    ofEveryMatch((match) => {
      const all = pointsKnownAt(match, match.closed);
      const middle = (match.started ?? 0) + match.duration / 2;
      const known = pointsKnownAt(match, middle);
      expect(known.length).toBeLessThan(all.length);
      expect(known).toEqual(all.slice(0, known.length));
    });
  });

  it('are typical of padel: most first serves in, few double faults, hardly an ace', () => {
    const sample = followed.slice(-600);
    const points = sample.flatMap((match) => pointsKnownAt(match, match.closed));
    const share = (of: readonly PlayedPoint[], is: (point: PlayedPoint) => boolean) =>
      of.filter(is).length / of.length;
    const isFirst = ({ serve }: PlayedPoint) => serve === 'first' || serve === 'ace';
    const isHeld = ({ server, winner }: PlayedPoint) => server === winner;
    const perMatch = (serve: PlayedPoint['serve']) =>
      points.filter((point) => point.serve === serve).length / sample.length;

    expect(share(points, isFirst)).toBeGreaterThan(0.85);
    expect(share(points, isFirst)).toBeLessThan(0.9);
    const onFirst = share(points.filter(isFirst), isHeld);
    const onSecond = share(
      points.filter((point) => !isFirst(point)),
      isHeld,
    );
    expect(onFirst - onSecond).toBeGreaterThan(0.08);
    expect(perMatch('ace')).toBeLessThan(0.5);
    expect(perMatch('double-fault')).toBeGreaterThan(0.4);
    expect(perMatch('double-fault')).toBeLessThan(1.5);
  });

  it('are aces only when the server wins, and double faults only when the server loses', () => {
    ofEveryMatch((match) => {
      for (const { serve, server, winner } of pointsKnownAt(match, match.closed)) {
        if (serve === 'ace') expect(winner).toBe(server);
        if (serve === 'double-fault') expect(winner).toBe(opponentOf(server));
      }
    });
  });
});
