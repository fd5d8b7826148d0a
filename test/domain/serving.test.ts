import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import { momentumOf } from '#src/domain/match/momentum.ts';
import { playedSets } from '#src/domain/match/played-games.ts';
import { serversOf } from '#src/domain/match/serving.ts';
import { situationOf } from '#src/domain/match/situation.ts';
import { TEAMS, type Team } from '#src/domain/terms.ts';
import { aMatch, feedOf, playOut, served } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay, serving } from './written.ts';

const ONE = 'team_1';
const TWO = 'team_2';
const at = (...live: Parameters<typeof inPlay>) => situationOf(inPlay(...live), 'star-point');

describe('who serves', () => {
  it.each([
    ['is as the feed says it', [serving(TWO, aGame('2-1', '15:0'))], TWO],
    ['is unknown where nothing says it', [aGame('2-1', '15:0')], null],
    ['changes with each game', [serving(TWO, aGame('1-0')), aGame('2-1', '15:0')], TWO],
    ['changes over games that were skipped', [serving(TWO, aGame('0-0')), aGame('2-1')], ONE],
    ['is told by a later game, too', [aGame('0-0'), serving(TWO, aGame('1-0'))], TWO],
    [
      'is unknown after a contradiction',
      [serving(TWO, aGame('0-0')), serving(TWO, aGame('1-0'))],
      null,
    ],
    ['begins a tie-break in turn', [serving(TWO, aGame('0-0')), aGame('6-6')], TWO],
    [
      'changes after one point of a tie-break',
      [serving(TWO, aGame('0-0')), aGame('6-6', '1:0')],
      ONE,
    ],
    ['stays for two points', [serving(TWO, aGame('0-0')), aGame('6-6', '1:1')], ONE],
    ['returns after three', [serving(TWO, aGame('0-0')), aGame('6-6', '1:2')], TWO],
    ['is unknown in a tie-break, too', [aGame('6-6', '1:0')], null],
    ['is not taken from a tie-break itself', [serving(TWO, aGame('6-6', '1:2'))], null],
  ] as const)('%s', (_reason, games, expected) => {
    expect(at(aSet(1, null, ...games))?.server).toBe(expected);
  });

  it.each([
    ['goes on over the end of a set', '6-4', ONE],
    ['counts a tie-break as one game', '7-6(3)', TWO],
    ['is unknown where a set has no certain end', null, null],
  ])('%s', (_reason, score, expected) => {
    const first = aSet(1, score, serving(ONE, aGame('0-0')));
    expect(at(first, aSet(2, null, aGame('0-0')))?.server).toBe(expected);
  });

  it.each([
    ['is told by a later set, too', [null, ONE, null], [TWO, ONE, ONE]],
    ['is told by the last set of all', [null, null, ONE], [TWO, ONE, ONE]],
    ['is told by the first set of all', [ONE, null, null], [ONE, TWO, TWO]],
    ['is what each set says of itself', [ONE, ONE, TWO], [ONE, ONE, TWO]],
  ] as const)('%s', (_reason, told, expected) => {
    const lengths = ['6-3', '6-4', null];
    const live = told.map((server, index) => {
      const game = aGame('0-0');
      return aSet(
        index + 1,
        lengths[index] ?? null,
        server === null ? game : serving(server, game),
      );
    });
    const servers = serversOf(live);
    expect(live.map(({ number }) => servers.of(number, aGame('0-0').before))).toEqual(expected);
  });

  it('of a set with a contradiction is unknown, and tells nothing of the sets beside it', () => {
    const contradiction = [serving(ONE, aGame('0-0')), serving(ONE, aGame('1-0'))];
    const servers = serversOf([aSet(1, '6-3', aGame('0-0')), aSet(2, '6-4', ...contradiction)]);
    expect([1, 2, 3].map((set) => servers.of(set, aGame('0-0').before))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('stays known when an update lacks it, and when an older one comes late', () => {
    const told = inPlay(aSet(1, null, serving(TWO, aGame('0-0', '15:0'))));
    const next = withPoints(told, anUpdate('live', aSet(1, null, aGame('0-0', '15:0 30:0'))), null);
    expect(next.sets[0]?.games[0]).toEqual(serving(TWO, aGame('0-0', '15:0 30:0')));
    const ahead = inPlay(aSet(1, null, aGame('0-0', '15:0'), aGame('1-0')));
    const late = anUpdate('live', aSet(1, null, serving(ONE, aGame('0-0', '15:0'))));
    expect(withPoints(ahead, late, null).sets[0]?.games[0]?.serving).toBe(ONE);
  });

  const winners = fc.array(fc.constantFrom<Team>(...TEAMS), { maxLength: 300 });
  const told = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });

  it('is never wrong, whichever games the feed tells it of', () => {
    fc.assert(
      fc.property(winners, told, fc.constantFrom<Team>(...TEAMS), (won, isTold, first) => {
        const truth = served(feedOf(playOut(won, 'star-point')), first);
        let number = 0;
        const partly = truth.sets.map((set) => ({
          ...set,
          games: set.games.map(({ serving: server, ...game }) =>
            isTold[number++] === true && server !== undefined ? { ...game, serving: server } : game,
          ),
        }));
        const servers = serversOf(partly);
        for (const { number: set, games } of truth.sets) {
          for (const game of games) {
            expect([null, game.serving]).toContain(servers.of(set, game.before));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a break point', () => {
  const stake = (games: string, said: string, server: Team | null) => {
    const game = aGame(games, said);
    const known = at(aSet(1, null, server === null ? game : serving(server, game)))?.stake ?? null;
    return known === null ? null : `${known.kind} ${known.team ?? ''}`.trim();
  };
  const THIRD = '40:40 A:40 40:40 40:A 40:40';

  it.each([
    [
      'is the next point when the receivers may win the game',
      '2-1',
      '30:40',
      ONE,
      'break-point team_2',
    ],
    ['is theirs on an advantage', '2-1', '40:40 40:A', ONE, 'break-point team_2'],
    ['is none for the servers', '2-1', '40:30', ONE, null],
    ['is none at deuce with advantages to come', '2-1', '40:40', ONE, null],
    ['is none where nobody knows who serves', '2-1', '30:40', null, null],
    ['is the deciding point, too', '2-1', THIRD, ONE, 'deciding-point team_2'],
    ['is less than a set point', '3-5', '30:40', ONE, 'set-point team_2'],
    ['is not what a server has who may win the set', '5-3', '40:15', ONE, 'set-point team_1'],
  ] as const)('%s', (_reason, games, said, server, expected) => {
    expect(stake(games, said, server)).toBe(expected);
  });
});

describe('breaks', () => {
  const breaks = (...live: Parameters<typeof inPlay>) =>
    momentumOf(playedSets(inPlay(...live), 'star-point')).breaks;

  it('are games won against the serve, of the points that could have been', () => {
    const set = aSet(
      1,
      null,
      serving(ONE, aGame('0-0', '0:15 0:30 0:40 15:40 30:40')),
      aGame('0-1', '15:0 30:0 40:0 40:15'),
      aGame('1-1', '15:0 30:0 40:0'),
      aGame('2-1', '15:0'),
    );
    expect(breaks(set)).toEqual({
      won: { team_1: 1, team_2: 1 },
      chances: { team_1: 2, team_2: 3 },
    });
  });

  it('are none of a tie-break, and one chance at least where points were skipped', () => {
    const tieBreak = aGame('6-6', '1:0');
    const games = [serving(TWO, aGame('5-5', '0:15')), aGame('6-5', '15:0'), tieBreak];
    expect(breaks(aSet(1, '7-6(5)', ...games))).toEqual({
      won: { team_1: 1, team_2: 1 },
      chances: { team_1: 1, team_2: 1 },
    });
  });

  it('are marked among the games', () => {
    const games = [serving(ONE, aGame('0-0', '0:15')), aGame('0-1', '0:15'), aGame('0-2')];
    const { games: ended } = momentumOf(playedSets(inPlay(aSet(1, null, ...games)), 'star-point'));
    expect(ended.map(({ isBreak }) => isBreak)).toEqual([true, false]);
  });

  it('are unknown as long as it is unknown of one game who served', () => {
    expect(breaks(aSet(1, null, aGame('0-0', '15:0'), aGame('1-0')))).toBeNull();
    const told = aSet(2, null, serving(ONE, aGame('0-0', '15:0')));
    expect(breaks(aSet(1, null, aGame('6-6', '15:0'), aGame('5-5')), told)).toBeNull();
    expect(momentumOf(playedSets(stateOf(aMatch()), 'star-point')).breaks).toBeNull();
  });
});
