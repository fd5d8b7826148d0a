import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LivePoints, LiveSet } from '#src/domain/match/live-points.ts';
import { diffStates, eventsOf, matchEventKey } from '#src/domain/match/events.ts';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import { scoreOf } from '#src/domain/match/reading.ts';
import { stateOf, withMatch, withPoints, type MatchState } from '#src/domain/match/state.ts';
import type { DeuceRule, Play } from '#src/domain/match/play.ts';
import type { Team } from '#src/domain/terms.ts';
import { runs } from '../runs.ts';
import { aMatch, feedOf, finishedMatch, playOut } from './feed.ts';

const team = fc.constantFrom<Team>('team_1', 'team_2');
const rule = fc.constantFrom<DeuceRule>('advantage', 'golden-point', 'star-point');

/** Any match, made from the winners of its points. */
const anyMatch = fc
  .tuple(fc.array(team, { minLength: 48, maxLength: 400 }), rule)
  .map(([winners, deuce]) => playOut(winners, deuce));

interface Oddity {
  /** How many points pass until the next update. */
  readonly step: number;
  readonly repeated: boolean;
  /** Drops points from the end of the newest game, and sometimes a whole early game. */
  readonly shortenedBy: number;
  readonly doubledPoints: boolean;
  readonly skippedPoint: boolean;
  readonly hides: 'nothing' | 'the last set score' | 'every set score';
}

const oddity: fc.Arbitrary<Oddity> = fc.record({
  step: fc.integer({ min: 1, max: 60 }),
  repeated: fc.boolean(),
  shortenedBy: fc.integer({ min: 0, max: 4 }),
  doubledPoints: fc.boolean(),
  skippedPoint: fc.boolean(),
  hides: fc.constantFrom('nothing', 'the last set score', 'every set score'),
});

const mapPoints = (
  update: LivePoints,
  change: (points: LiveSet['games'][number]['points']) => LiveSet['games'][number]['points'],
): LivePoints => ({
  ...update,
  sets: update.sets.map((set) => ({
    ...set,
    games: set.games.map((game) => ({ ...game, points: change(game.points) })),
  })),
});

const disturbed = (update: LivePoints, odd: Oddity): LivePoints => {
  let result = update;
  if (odd.doubledPoints) result = mapPoints(result, (points) => points.flatMap((p) => [p, p]));
  if (odd.skippedPoint) result = mapPoints(result, (points) => points.filter((_, i) => i !== 1));
  if (odd.shortenedBy > 0) {
    result = mapPoints(result, (points) => points.slice(0, points.length - odd.shortenedBy));
  }
  if (odd.hides === 'nothing') return result;
  const last = result.sets.length - 1;
  const isHidden = (index: number): boolean => odd.hides === 'every set score' || index === last;
  return {
    ...result,
    sets: result.sets.map((set, index) => (isHidden(index) ? { ...set, score: null } : set)),
  };
};

interface Collected {
  readonly state: MatchState;
  readonly news: readonly MatchEvent[];
  readonly corrections: readonly MatchEvent[];
}

/** Sends a match in updates with these oddities, and collects its events. */
const follow = (plays: readonly Play[], oddities: readonly Oddity[]): Collected => {
  let collected: Collected = { state: stateOf(aMatch()), news: [], corrections: [] };
  const see = (state: MatchState): void => {
    const { news, corrections } = diffStates(collected.state, state);
    collected = {
      state,
      news: [...collected.news, ...news],
      corrections: [...collected.corrections, ...corrections],
    };
  };
  let seen = 1;
  for (let index = 0; seen < plays.length; index += 1) {
    const odd = oddities[index % oddities.length];
    if (odd === undefined) break;
    seen += odd.step;
    const update = disturbed(feedOf(plays.slice(0, seen)), odd);
    see(withPoints(collected.state, update, null));
    if (odd.repeated) see(withPoints(collected.state, update, null));
  }
  // The feed may repeat the end, whole or shortened, before and after it is confirmed.
  for (const odd of oddities) see(withPoints(collected.state, disturbed(feedOf(plays), odd), null));
  see(withMatch(collected.state, finishedMatch(plays)));
  for (const odd of oddities) see(withPoints(collected.state, disturbed(feedOf(plays), odd), null));
  see(withMatch(collected.state, finishedMatch(plays)));
  return collected;
};

const meaning = (event: MatchEvent): string =>
  event.kind === 'set'
    ? `${matchEventKey(event)} ${event.score.team_1}-${event.score.team_2}`
    : matchEventKey(event);

describe('a match with any oddities of the feed', () => {
  it('has the true events, each once, in order, and no corrections', () => {
    fc.assert(
      fc.property(anyMatch, fc.array(oddity, { minLength: 1, maxLength: 30 }), (plays, odd) => {
        const truth = eventsOf(withMatch(stateOf(aMatch()), finishedMatch(plays)));
        const collected = follow(plays, odd);
        expect(collected.news.map(meaning)).toEqual(truth.map(meaning));
        expect(collected.corrections).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  it('ends with the true score', () => {
    fc.assert(
      fc.property(anyMatch, fc.array(oddity, { minLength: 1, maxLength: 30 }), (plays, odd) => {
        expect(scoreOf(follow(plays, odd).state)).toEqual(plays.at(-1)?.sets);
      }),
      { numRuns: runs(50) },
    );
  });

  it('has the true events when updates arrive repeatedly, late and in any order', () => {
    const order = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 8,
      maxLength: 60,
    });
    fc.assert(
      fc.property(anyMatch, order, (plays, places) => {
        let state = stateOf(aMatch());
        const collected: MatchEvent[] = [];
        const see = (next: MatchState): void => {
          const { news, corrections } = diffStates(state, next);
          expect(corrections).toEqual([]);
          collected.push(...news);
          state = next;
        };
        for (const place of places) {
          see(withPoints(state, feedOf(plays.slice(0, 1 + Math.ceil(place * plays.length))), null));
        }
        see(withMatch(state, finishedMatch(plays)));
        const truth = eventsOf(withMatch(stateOf(aMatch()), finishedMatch(plays)));
        expect(collected.map(meaning)).toEqual(truth.map(meaning));
        expect(scoreOf(state)).toEqual(plays.at(-1)?.sets);
      }),
      { numRuns: runs(60) },
    );
  });

  it('never has fewer games than before', () => {
    fc.assert(
      fc.property(anyMatch, fc.array(oddity, { minLength: 1, maxLength: 30 }), (plays, odd) => {
        let state = stateOf(aMatch());
        let shown = 0;
        let seen = 1;
        for (let index = 0; seen < plays.length; index += 1) {
          const each = odd[index % odd.length];
          if (each === undefined) break;
          seen += each.step;
          state = withPoints(state, disturbed(feedOf(plays.slice(0, seen)), each), null);
          const games = scoreOf(state).reduce((sum, set) => sum + set.team_1 + set.team_2, 0);
          expect(games).toBeGreaterThanOrEqual(shown);
          shown = games;
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
