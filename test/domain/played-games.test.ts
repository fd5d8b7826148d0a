import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateOf, withMatch, withPoints } from '#src/domain/match/state.ts';
import { largestLeads, longestRuns, momentumOf } from '#src/domain/match/momentum.ts';
import { hasPoints, playedSets } from '#src/domain/match/played-games.ts';
import { newPlay, type DeuceRule } from '#src/domain/match/play.ts';
import { TEAMS, type Team } from '#src/domain/terms.ts';
import { aMatch, feedOf, finishedMatch, playOut } from './feed.ts';
import { aGame, aSet, inPlay, sets } from './written.ts';

const gamesOf = (rule: DeuceRule, ...live: Parameters<typeof inPlay>) =>
  playedSets(inPlay(...live), rule).flatMap(({ games }) => games);

describe('a game of the feed', () => {
  it('was won by the team that has one game more in the next one', () => {
    const games = gamesOf(
      'star-point',
      aSet(1, null, aGame('0-0', '15:0'), aGame('1-0', '0:15'), aGame('1-1', '15:0')),
    );
    expect(games.map(({ winner }) => winner)).toEqual(['team_1', 'team_2', null]);
  });

  it('that ends a set was won by the team that has one game more in the set score', () => {
    const games = gamesOf('star-point', aSet(1, '4-6', aGame('4-5', '0:40')), aSet(2, null));
    expect(games.map(({ winner }) => winner)).toEqual(['team_2']);
  });

  it('has break points only when the server is known', () => {
    const [game] = gamesOf('star-point', aSet(1, null, aGame('0-0', '0:40 40:0')));
    expect(game).toMatchObject({ server: null, breakPoints: 0 });
  });

  it('of a set that the feed closed is decided by the feed, even against the match score', () => {
    const closed = inPlay(aSet(1, '4-6', aGame('4-5', '0:40')));
    const over = withMatch(closed, aMatch({ status: 'retired', score: sets('6-5') }));
    const games = playedSets(over, 'star-point').flatMap((set) => set.games);
    expect(games.map(({ winner }) => winner)).toEqual(['team_2']);
  });

  it('of a set that the feed never closed is decided by the match score', () => {
    const open = inPlay(aSet(1, '6-0'), aSet(2, null, aGame('5-3', '40:0')));
    const over = withMatch(open, aMatch({ status: 'finished', score: sets('6-0 6-3') }));
    const games = playedSets(over, 'star-point').flatMap((set) => set.games);
    expect(games.map(({ winner }) => winner)).toEqual(['team_1']);
  });

  it('during which a team retired was won by nobody', () => {
    const open = inPlay(aSet(1, null, aGame('2-1', '15:0')));
    const over = withMatch(open, aMatch({ status: 'retired', score: sets('2-1') }));
    expect(playedSets(over, 'star-point')[0]?.games[0]?.winner).toBeNull();
  });

  it.each([
    ['only one team has won since', '0-0', '2-0', 'team_1'],
    ['both have won since', '0-0', '1-1', null],
  ])(
    'before skipped games has a winner only if that is certain: %s',
    (_reason, before, next, winner) => {
      const [game] = gamesOf('star-point', aSet(1, null, aGame(before, '15:0'), aGame(next)));
      expect(game?.winner).toBe(winner);
    },
  );

  it.each([
    ['golden-point', '15:0 15:15 30:15 30:30 40:30 40:40', true],
    ['star-point', '15:0 15:15 30:15 30:30 40:30 40:40', false],
    ['star-point', '40:30 40:40 A:40 40:40 40:A', false],
    ['star-point', '40:30 40:40 A:40 40:40 40:A 40:40', true],
    ['advantage', '40:30 40:40 A:40 40:40 40:A 40:40', false],
    ['golden-point', '40:30', false],
    ['golden-point', '40:30 40:40 A:40', false],
    ['golden-point', '40:30 40:40 40:A', false],
  ] as const)('under %s came to a deciding point: %s, %s', (rule, said, deciding) => {
    expect(gamesOf(rule, aSet(1, null, aGame('3-1', said)))[0]?.deciding).toBe(deciding);
  });
});

describe('the points of a match', () => {
  it('exist when any of them is known', () => {
    expect(hasPoints(playedSets(inPlay(aSet(1, '6-4', aGame('5-4'))), 'star-point'))).toBe(false);
    const some = [aSet(1, '6-4'), aSet(2, null, aGame('0-0'), aGame('1-0', '15:0'))];
    expect(hasPoints(playedSets(inPlay(...some), 'star-point'))).toBe(true);
  });
});

const winners = fc.array(fc.constantFrom<Team>(...TEAMS), { maxLength: 300 });
const rules = fc.constantFrom<DeuceRule>('advantage', 'golden-point', 'star-point');

describe('the momentum of a match', () => {
  it('counts every point, including those that win a game, which the feed does not list', () => {
    fc.assert(
      fc.property(winners, rules, (won, rule) => {
        const plays = playOut(won, rule);
        const last = plays.at(-1) ?? newPlay();
        const live = withPoints(stateOf(aMatch({ status: 'live' })), feedOf(plays), null);
        const state = withMatch(live, finishedMatch(plays));
        const momentum = momentumOf(playedSets(state, rule));
        expect(momentum.points).toHaveLength(plays.length - 1);
        expect(momentum.leads.at(-1)?.played).toBe(plays.length - 1);
        const all = TEAMS.map((team) => momentum.games.filter((game) => game.winner === team));
        expect(all.map((games) => games.length)).toEqual(
          TEAMS.map((team) => last.sets.reduce((sum, set) => sum + set[team], 0)),
        );
        expect(momentum.won.team_1 - momentum.won.team_2).toBe(momentum.leads.at(-1)?.lead);
        const known = won.slice(0, plays.length - 1);
        expect(momentum.points.slice(0, known.length).map(({ winner }) => winner)).toEqual(known);
      }),
      { numRuns: 60 },
    );
  });

  const ofUpdate = (...live: Parameters<typeof inPlay>) =>
    momentumOf(playedSets(inPlay(...live), 'star-point'));

  it('has no order of skipped points', () => {
    const { points, leads } = ofUpdate(aSet(1, null, aGame('0-0', '15:0 30:15')));
    expect(points).toEqual([{ played: 1, winner: 'team_1' }]);
    expect(leads.at(-1)).toEqual({ played: 3, lead: 1 });
  });

  it('invents no points for a game without any', () => {
    const { won, games } = ofUpdate(aSet(1, null, aGame('0-0'), aGame('1-0', '15:0')));
    expect(won).toEqual({ team_1: 1, team_2: 0 });
    expect(games).toEqual([
      { played: 0, winner: 'team_1', isBreak: false, score: { team_1: 1, team_2: 0 } },
    ]);
  });

  it('starts at zero and goes through each point of the sets that have games', () => {
    const first = aSet(1, '0-6', aGame('0-5', '0:15 0:30 0:40'));
    const { leads, sets: ends } = ofUpdate(
      first,
      aSet(2, null),
      aSet(3, null, aGame('0-0', '15:0')),
    );
    expect(leads.map(({ played, lead }) => [played, lead])).toEqual([
      [0, 0],
      [1, -1],
      [2, -2],
      [3, -3],
      [4, -4],
      [5, -3],
    ]);
    expect(ends).toEqual([
      { played: 4, number: 1, score: sets('0-6')[0] },
      { played: 5, number: 3, score: null },
    ]);
  });

  it.each([
    ['of a game to 15', '2-1', '15:0 30:0 30:15', '3-1', [4, 1]],
    ['of a game that the other side won in the end', '2-1', '15:0 30:0', '2-2', [2, 4]],
    ['of a game with an advantage', '2-1', '40:40 A:40', '3-1', [5, 3]],
    ['of a game with two advantages', '2-1', '40:40 A:40 40:40 40:A', '2-2', [4, 6]],
    ['of a deciding point', '2-1', '40:40 A:40 40:40 40:A 40:40', '3-1', [6, 5]],
  ])('completes the points %s', (_which, before, said, next, [team_1, team_2]) => {
    const { won } = ofUpdate(aSet(1, null, aGame(before, said), aGame(next)));
    expect(won).toEqual({ team_1, team_2 });
  });

  it.each([
    ['7-6(9)', [11, 9]],
    ['6-7(0)', [3, 7]],
    ['7-6', [7, 0]],
  ])('completes the points of a tie-break that ends a set at %s', (score, [team_1, team_2]) => {
    const said = score === '6-7(0)' ? '3:0' : '2:0';
    const { won } = ofUpdate(aSet(1, score, aGame('6-6', said)), aSet(2, null));
    expect(won).toEqual({ team_1, team_2 });
  });

  it('ends a run at skipped points', () => {
    const skipped = ofUpdate(aSet(1, null, aGame('0-0', '15:0 30:15 40:15')));
    expect(longestRuns(skipped)).toEqual({
      team_1: { length: 1, played: 4 },
      team_2: { length: 0, played: 0 },
    });
  });

  it('completes a tie-break with the points in the set score', () => {
    const { won } = ofUpdate(aSet(1, '7-6(5)', aGame('6-6', '1:0 2:0')), aSet(2, null));
    expect(won).toEqual({ team_1: 7, team_2: 5 });
  });

  it('has runs and leads', () => {
    const momentum = ofUpdate(aSet(1, null, aGame('0-0', '0:15 15:15 30:15 40:15'), aGame('1-0')));
    expect(longestRuns(momentum)).toEqual({
      team_1: { length: 4, played: 5 },
      team_2: { length: 1, played: 1 },
    });
    expect(largestLeads(momentum)).toEqual({ team_1: 3, team_2: 1 });
  });

  it('is empty without points', () => {
    const momentum = momentumOf(playedSets(stateOf(aMatch()), 'star-point'));
    expect(momentum).toMatchObject({
      points: [],
      games: [],
      sets: [],
      won: { team_1: 0, team_2: 0 },
    });
  });
});
