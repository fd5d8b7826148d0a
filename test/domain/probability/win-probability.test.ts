import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveGame } from '#src/domain/match/live-points.ts';
import { afterPoint, newPlay, type Play } from '#src/domain/match/play.ts';
import { stateOf, withMatch, withoutMatch, withPoints } from '#src/domain/match/state.ts';
import type { MatchState } from '#src/domain/match/state.ts';
import { beliefBefore, believeAfter, outlookOf } from '#src/domain/probability/belief.ts';
import {
  comebackFrom,
  isBetweenGames,
  probabilityCurve,
  setsOf,
  type Moment,
} from '#src/domain/probability/curve.ts';
import { priorOf } from '#src/domain/probability/prior.ts';
import { tablesOf } from '#src/domain/probability/tables.ts';
import { winProbability, type ProbabilityInput } from '#src/domain/probability/win-probability.ts';
import { CATEGORIES, TEAMS, type Category, type Team } from '#src/domain/terms.ts';
import { aTournament } from '../../render/held.ts';
import { runs } from '../../runs.ts';
import { aMatch, feedOf, finishedMatch, playOut, served } from '../feed.ts';
import { aGame, anUpdate, aSet, inPlay, serving, sets } from '../written.ts';
import { RULES } from './simulation.ts';

const held = (state: MatchState, team_1 = 0.6, category: Category | null = 'women') => ({
  match: aMatch({ status: 'live', category }),
  state,
  chances: { team_1, team_2: 1 - team_1 },
  tournament: null,
});

const probabilityOf = (input: ProbabilityInput) => {
  const probability = winProbability(input);
  if (probability.kind === 'none') throw new Error(probability.reason);
  return probability;
};

/** Team 1's chance after this much of the feed. */
const now = (state: MatchState, before = 0.6): number =>
  probabilityOf(held(state, before)).now.team_1;

const curveOf = (input: ProbabilityInput) => {
  const curve = probabilityCurve(input);
  if (curve.kind === 'none') throw new Error(curve.reason);
  return curve;
};

const reasonOf = (state: MatchState, input: Partial<ProbabilityInput> = {}) => {
  const probability = winProbability({ ...held(state), ...input });
  return probability.kind === 'none' ? probability.reason : null;
};

/** A match in its first set, after these games. */
const inSet = (...games: LiveGame[]) => inPlay(aSet(1, null, ...games));
const FIRST = aSet(1, '6-4', aGame('5-4', '40:0'));

describe('before the first point', () => {
  it('the chance is the one that the simulation gives', () => {
    for (const category of CATEGORIES) {
      for (const before of [0.001, 0.023, 0.31, 0.5, 0.641, 0.98, 0.999]) {
        const state = inSet(aGame('0-0'));
        const probability = probabilityOf(held(state, before, category));
        expect(Math.abs(probability.now.team_1 - before)).toBeLessThan(0.0005);
        expect(probability).toMatchObject({ kind: 'win-probability', before: { team_1: before } });
        expect(probability.now.team_1 + probability.now.team_2).toBeCloseTo(1, 12);
      }
    }
  });
});

describe('the chance during a match', () => {
  it('rises with a break, more late than early', () => {
    const early = now(inSet(serving('team_2', aGame('0-0')), aGame('1-0')));
    const late = now(inPlay(FIRST, aSet(2, null, serving('team_1', aGame('5-3')))));
    expect(early).toBeGreaterThan(0.6);
    expect(late).toBeGreaterThan(0.97);
  });

  it('depends on the server when the feed names it', () => {
    const at = (...served: Team[]) =>
      now(inSet(served[0] ? serving(served[0], aGame('4-4', '40:0')) : aGame('4-4', '40:0')));
    const [named, against, weighed] = [at('team_1'), at('team_2'), at()];
    expect(named).toBeLessThan(weighed);
    expect(weighed).toBeLessThan(against);
  });

  it('ignores the server when the feed contradicts itself', () => {
    const after = (first: LiveGame) =>
      now(inSet(first, aGame('1-0'), serving('team_1', aGame('1-1', '40:0'))));
    const [named, contradicted] = [
      after(serving('team_1', aGame('0-0'))),
      after(serving('team_2', aGame('0-0'))),
    ];
    const weighed = now(inSet(aGame('0-0'), aGame('1-0'), aGame('1-1', '40:0')));
    expect(contradicted).toBe(weighed);
    expect(named).not.toBe(weighed);
  });

  it('drops a point that a later one takes back', () => {
    const corrected = inSet(aGame('3-3', '15:0 30:0 40:0 15:15'));
    expect(now(corrected)).toBe(now(inSet(aGame('3-3', '15:0 15:15'))));
  });

  it('infers the server from the points: holds to love reveal it', () => {
    const holds = (team: 'team_1' | 'team_2') =>
      inSet(
        ...['0-0', '1-0', '1-1', '2-1', '2-2', '3-2'].map((before, index) =>
          aGame(
            before,
            index % 2 === (team === 'team_1' ? 0 : 1) ? '15:0 30:0 40:0' : '0:15 0:30 0:40',
          ),
        ),
      );
    expect(now(holds('team_1'), 0.5)).toBeGreaterThan(0.5);
  });

  it('is higher at the same score after dominant games', () => {
    const score = (last: string) =>
      now(inSet(aGame('0-0', last), aGame('1-0', '0:15'), aGame('1-1')), 0.5);
    expect(score('15:0 30:0 40:0')).toBeGreaterThan(score('0:15 0:30 15:30 30:30 40:30'));
  });

  it('uses the score of the match when it is ahead of the points or they skip games and sets', () => {
    const skipped = now(inSet(aGame('0-0', '15:0'), aGame('3-1')));
    const whole = now(inSet(...['0-0', '1-0', '2-0', '2-1', '3-1'].map((each) => aGame(each))));
    expect(Math.abs(skipped - whole)).toBeLessThan(0.02);
    const behind = inSet(aGame('2-2', '15:0'));
    const ahead = withMatch(behind, aMatch({ status: 'live', score: sets('6-2 3-0') }));
    expect(now(ahead)).toBeGreaterThan(0.9);
    const withoutPoints = stateOf(aMatch({ status: 'live', score: sets('6-2 3-0') }));
    expect(now(withoutPoints)).toBeCloseTo(now(ahead), 1);
  });

  it('is the same after a restart, with doubled updates and however updates are split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Team>(...TEAMS), { minLength: 4, maxLength: 160 }),
        fc.array(fc.nat(160), { maxLength: 8 }),
        (winners, cuts) => {
          const plays = playOut(winners, 'star-point').slice(0, -1);
          const start = stateOf(aMatch({ status: 'live' }));
          const once = withPoints(start, served(feedOf(plays), 'team_2'), null);
          const seen = [...cuts.toSorted((a, b) => a - b), plays.length].reduce((state, cut) => {
            const update = served(
              feedOf(plays.slice(0, Math.min(plays.length, cut + 1))),
              'team_2',
            );
            return withPoints(withPoints(state, update, null), update, null);
          }, start);
          expect(winProbability(held(seen))).toEqual(winProbability(held(once)));
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('follows a corrected score', () => {
    const wrong = inSet(aGame('3-3', '15:0 30:0'));
    const corrected = withPoints(
      wrong,
      anUpdate('live', aSet(1, null, aGame('3-3', '15:0 15:15'))),
      null,
    );
    expect(now(corrected)).toBe(now(inSet(aGame('3-3', '15:0 15:15'))));
  });
});

describe('no chance', () => {
  const UNKNOWN = 'not-enough-known';
  const ofTeam1 = (team_1: number) => ({ chances: { team_1, team_2: 1 - team_1 } });
  const state = inPlay(FIRST, aSet(2, null, aGame('2-1', '15:0')));

  it.each([
    ['without one before the match', state, { chances: null }, UNKNOWN],
    ['with one that is no number', state, ofTeam1(NaN), UNKNOWN],
    ['with one above 1', state, ofTeam1(1.2), UNKNOWN],
    ['with one below 0', state, ofTeam1(-0.2), UNKNOWN],
    ['except when team 2 was certain to win', state, ofTeam1(0), null],
    ['except when team 1 was certain to win', state, ofTeam1(1), null],
    [
      'when the plan withholds the category',
      state,
      { match: aMatch({ category: null }) },
      'no-category',
    ],
    ['before the match', stateOf(aMatch()), {}, UNKNOWN],
    [
      'for a match that was not yet seen with a score',
      stateOf(aMatch({ status: 'live' })),
      {},
      UNKNOWN,
    ],
    ['after a retirement', withPoints(state, anUpdate('retired'), null), {}, UNKNOWN],
    ['once play has ended', withPoints(state, anUpdate('ended'), null), {}, UNKNOWN],
    ['after a walkover', stateOf(aMatch({ status: 'walkover', winner: 'team_1' })), {}, UNKNOWN],
    ['for a deleted or merged match', withoutMatch(state), {}, UNKNOWN],
    ['when the second set is won, too', inPlay(FIRST, aSet(2, '6-1')), {}, UNKNOWN],
  ] as const)('%s', (_when, at, input, reason) => {
    expect(reasonOf(at, input)).toBe(reason);
  });

  it.each(['6-4 4-6 8-7', '6-4 4-6 9-10', '6-4 4-6 10-7'])(
    'for a third set to 10, at %s',
    (score) => {
      const match = aMatch({ status: 'live', score: sets(score) });
      expect(reasonOf(stateOf(match))).toBe(UNKNOWN);
      const over = stateOf(aMatch({ status: 'finished', score: sets(score), winner: 'team_1' }));
      expect(probabilityCurve(held(over)).kind).toBe('none');
    },
  );

  it.each([
    ['games that go back', inSet(aGame('2-1'), { ...aGame('1-3'), number: 5 })],
    ['a set that ends lower than its games', inPlay(aSet(1, '1-6', aGame('5-4')), aSet(2, null))],
    ['a complete set that goes on', inSet(aGame('6-2'), aGame('6-3', '15:0'))],
    ['a third set after two won', inPlay(FIRST, aSet(2, '6-1'), aSet(3, null, aGame('1-0')))],
    ['a tie-break of 198 points at once', inSet(aGame('6-6', '99:99'))],
    [
      'a new set after one without an end',
      inPlay(aSet(1, null, aGame('6-6', '5:5')), aSet(2, null, aGame('1-0'))),
    ],
  ])('for a score that contradicts itself: %s', (_what, at) => {
    expect(winProbability(held(at))).toEqual({ kind: 'none', reason: UNKNOWN });
  });
});

describe('a game with more points than the rules allow', () => {
  const GAME = '15:0 15:15 30:15 30:30 40:30 40:40';
  const surplus = aGame('2-1', `${GAME} A:40 40:A 40:40 A:40`);
  const golden = { ...aTournament(), level: 'fip_gold' };

  it.each([
    ['a third advantage where the star point decides', '2026-06-07', surplus],
    ['an advantage where the first deuce decides', '2025-03-01', aGame('2-1', `${GAME} A:40`)],
    ['a tie-break that goes on at 8:5', '2026-06-07', aGame('6-6', '7:5 8:5')],
  ])('counts as unknown points: %s', (_what, playedOn, game) => {
    const chanceIn = (...games: LiveGame[]): number => {
      const match = aMatch({ status: 'live', playedOn });
      const input = { ...held(inSet(...games)), match, tournament: golden };
      return probabilityOf(input).now.team_1;
    };
    expect(chanceIn(game)).toBe(chanceIn({ ...game, points: [] }));
    if (game.number > 12) return;
    const next = aGame('3-1', '15:0');
    expect(chanceIn(game, next)).toBe(chanceIn({ ...game, points: [] }, next));
  });
});

const winners = fc.array(fc.constantFrom<Team>(...TEAMS), { maxLength: 200 });
const chances = fc.double({ min: 0.02, max: 0.98, noNaN: true });

/** The belief after these points. */
const believed = (
  plays: readonly Play[],
  before: number,
  rule: (typeof RULES)[number],
  first: Team | null,
) => {
  const tables = tablesOf('men', rule);
  const start = newPlay();
  const prior = priorOf(before, tables.ofMatch(start.games, start.games, 'team_1'));
  const belief = plays.slice(1).reduce(
    (known, play) => {
      const next = believeAfter(tables, known, play);
      if (next === null) throw new Error(`impossible: ${JSON.stringify(play)}`);
      return next;
    },
    beliefBefore(start, prior, first),
  );
  return { tables, belief };
};

describe('at every point', () => {
  const inputs = fc.record({
    winners,
    before: chances,
    rule: fc.constantFrom(...RULES),
    first: fc.constantFrom<Team | null>('team_1', 'team_2', null),
  });

  it('leverage is what the next point changes, and never negative', () => {
    fc.assert(
      fc.property(inputs, ({ winners, before, rule, first }) => {
        const plays = playOut(winners, rule).slice(0, Math.max(1, winners.length - 1));
        const last = plays.at(-1) ?? newPlay();
        if (last.winner !== null) return;
        const { tables, belief } = believed(plays, before, rule, first);
        const [won, lost] = TEAMS.map((team) => {
          const next = believeAfter(tables, belief, afterPoint(last, team, rule));
          return next === null ? NaN : outlookOf(tables, next).chance;
        });
        const { chance, leverage } = outlookOf(tables, belief);
        expect(leverage).toBeCloseTo((won ?? NaN) - (lost ?? NaN), 9);
        expect(leverage).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual((won ?? NaN) + 1e-12);
        expect(chance).toBeGreaterThanOrEqual((lost ?? NaN) - 1e-12);
      }),
      { numRuns: runs(50) },
    );
  });

  it('the chance is mirrored when the teams are exchanged', () => {
    fc.assert(
      fc.property(inputs, ({ winners, before, rule, first }) => {
        const other = (team: Team): Team => (team === 'team_1' ? 'team_2' : 'team_1');
        const length = Math.min(winners.length + 1, playOut(winners, rule).length);
        const chanceOf = (won: readonly Team[], start: number, server: Team | null) => {
          const { tables, belief } = believed(
            playOut(won, rule).slice(0, length),
            start,
            rule,
            server,
          );
          return outlookOf(tables, belief).chance;
        };
        const mirrored = chanceOf(winners.map(other), 1 - before, first && other(first));
        expect(chanceOf(winners, before, first) + mirrored).toBeCloseTo(1, 5);
      }),
      { numRuns: runs(30) },
    );
  });

  it('a higher chance before the match gives a higher one now', () => {
    fc.assert(
      fc.property(inputs, chances, ({ winners, before, rule, first }, another) => {
        const plays = playOut(winners, rule).slice(0, winners.length + 1);
        const [low, high] = [Math.min(before, another), Math.max(before, another)].map((start) => {
          const { tables, belief } = believed(plays, start, rule, first);
          return outlookOf(tables, belief).chance;
        });
        expect(high).toBeGreaterThanOrEqual((low ?? NaN) - 1e-6);
      }),
      { numRuns: runs(30) },
    );
  });
});

/** The state of a match that was played like this. */
const endOf = (plays: readonly Play[]): MatchState =>
  withMatch(
    withPoints(stateOf(aMatch({ status: 'live' })), feedOf(plays), null),
    finishedMatch(plays),
  );

describe('the curve of a match', () => {
  const plays = playOut([], 'star-point');
  const state = endOf(plays);
  const curve = curveOf(held(state, 0.37));

  it('goes from the chance before the match to its winner, through every point of the feed', () => {
    expect(curve.moments[0]?.chance).toBeCloseTo(0.37, 4);
    expect(curve.moments.at(-1)).toMatchObject({
      chance: 1,
      leverage: 0,
      played: plays.length - 1,
    });
    expect(curve.moments.map(({ played }) => played)).toEqual(plays.map((_, index) => index));
  });

  it('knows when each set ended: with its last point, not with a later one', () => {
    const ends = plays.flatMap(({ sets: ended }, at) =>
      ended.length > (plays[at - 1]?.sets.length ?? 0) ? [at] : [],
    );
    expect(setsOf(curve).map(({ end }) => end)).toEqual(ends);
    expect(setsOf(curve).map(({ score }) => score)).toEqual(plays.at(-1)?.sets);
    // A set in play ends with the last point so far.
    const begun = { moments: curve.moments.slice(0, (ends[0] ?? 0) + 3) };
    expect(setsOf(begun).map(({ end }) => end)).toEqual([ends[0], (ends[0] ?? 0) + 2]);
  });

  it('is cached', () => {
    const match = held(state, 0.37);
    const [first, second] = [probabilityCurve(match), probabilityCurve(match)];
    expect(second).toBe(first);
    expect(first.kind).toBe('curve');
    const playing = held(inPlay(FIRST, aSet(2, null, aGame('2-1'))));
    expect(winProbability(playing)).toBe(winProbability(playing));
  });

  it('names the five games that moved it most, the biggest first', () => {
    const gains = curve.swings.map(({ gain }) => gain);
    expect(gains).toHaveLength(5);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
    for (const { from, to, team, gain } of curve.swings) {
      expect(Math.abs(to.chance - from.chance)).toBe(gain);
      expect(team).toBe(to.chance > from.chance ? 'team_1' : 'team_2');
      // Each is one game, from its first point to its last.
      const count = ({ play: { sets: done, games } }: Moment): number =>
        [...done, games].reduce((sum, each) => sum + each.team_1 + each.team_2, 0);
      expect(count(to) - count(from)).toBe(1);
      expect([from, to].every(isBetweenGames)).toBe(true);
    }
  });

  it('names no game that moved it by less than five points', () => {
    const oneSided = probabilityCurve(held(inSet(aGame('0-0'), aGame('0-1')), 0.02));
    expect(oneSided).toMatchObject({ kind: 'curve', swings: [] });
  });

  it('names the team that a game favoured, and the game in progress', () => {
    const at = inSet(aGame('4-4', '0:15 0:30 0:40'), aGame('4-5', '15:0 15:15 15:30 15:40'));
    const ofSet = curveOf(held(at, 0.5));
    const last = ofSet.moments.at(-1);
    const inProgress = ofSet.swings.find(({ to }) => to === last);
    expect(inProgress).toMatchObject({ team: 'team_2', from: { play: { games: { team_2: 5 } } } });
    expect(inProgress?.gain).toBeGreaterThan(0);
  });

  it('finds the lowest chance from which a team came back', () => {
    // Team 2 wins ten games of the first set, after that team 1 every point.
    const turned = playOut([...Array<Team>(20).fill('team_2')], 'star-point');
    const afterwards = (before: number, played: readonly Play[] = turned) =>
      curveOf(held(endOf(played), before));
    const back = afterwards(0.5);
    const lowest = Math.min(...back.moments.slice(0, -1).map(({ chance }) => chance));
    expect(comebackFrom(back, 'team_1')?.chance).toBe(lowest);
    expect(lowest).toBeLessThan(0.25);
    // Without a deep fall there is no comeback, however small the chance was.
    expect(comebackFrom(afterwards(0.08), 'team_1')).toBeNull();
    expect(comebackFrom(afterwards(0.97), 'team_1')).toBeNull();
    // Nor where the match was over two games later.
    const end = back.moments.findLastIndex(({ play }) => play.games.team_1 === 4);
    const low = back.moments[end];
    const late = { ...back, moments: low === undefined ? [] : back.moments.slice(end) };
    const sunk = late.moments.map((each, at) => (at === 0 ? { ...each, chance: 0.1 } : each));
    expect(comebackFrom({ ...late, moments: sunk }, 'team_1')).toBeNull();
    // Team 2 lost: its chance before the last point was tiny, but a defeat is no comeback.
    expect(comebackFrom(back, 'team_2')?.play.winner ?? null).toBeNull();
    const mirrored = playOut(
      Array.from({ length: 72 }, (_, n) => (n < 20 ? 'team_1' : 'team_2')),
      'star-point',
    );
    const other = comebackFrom(afterwards(0.5, mirrored), 'team_2');
    expect(1 - (other?.chance ?? NaN)).toBeCloseTo(lowest, 4);
    expect(comebackFrom(afterwards(0.35, playOut(['team_2'], 'star-point')), 'team_1')).toBeNull();
  });

  it('ends at the chance when play stopped after a retirement, even one won from behind', () => {
    const stopped = inSet(aGame('4-1', '40:0'));
    const retired = withMatch(
      stopped,
      aMatch({ status: 'retired', score: sets('4-1'), winner: 'team_2' }),
    );
    expect(curveOf(held(retired)).moments.at(-1)?.chance).toBeCloseTo(now(stopped), 9);
  });

  it('is not available before a score was seen', () => {
    const unseen = stateOf(aMatch({ status: 'live' }));
    expect(probabilityCurve(held(unseen))).toEqual({ kind: 'none', reason: 'not-enough-known' });
  });

  it('is not available after a walkover', () => {
    const walkover = stateOf(aMatch({ status: 'walkover', winner: 'team_1' }));
    expect(probabilityCurve(held(walkover))).toEqual({ kind: 'none', reason: 'not-enough-known' });
  });
});
