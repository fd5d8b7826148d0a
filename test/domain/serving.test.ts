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

describe('the server', () => {
  it.each([
    ['is the one that the feed names', [serving(TWO, aGame('2-1', '15:0'))], TWO],
    ['is unknown when the feed names nobody', [aGame('2-1', '15:0')], null],
    ['changes with each game', [serving(TWO, aGame('1-0')), aGame('2-1', '15:0')], TWO],
    ['changes over skipped games', [serving(TWO, aGame('0-0')), aGame('2-1')], ONE],
    ['can be derived from a later game', [aGame('0-0'), serving(TWO, aGame('1-0'))], TWO],
    ['is unknown if contradicted', [serving(TWO, aGame('0-0')), serving(TWO, aGame('1-0'))], null],
    ['begins a tie-break as the next in turn', [serving(TWO, aGame('0-0')), aGame('6-6')], TWO],
    ['changes after one tie-break point', [serving(TWO, aGame('0-0')), aGame('6-6', '1:0')], ONE],
    ['stays for two points of a tie-break', [serving(TWO, aGame('0-0')), aGame('6-6', '1:1')], ONE],
    ['changes after three points of it', [serving(TWO, aGame('0-0')), aGame('6-6', '1:2')], TWO],
    ['is unknown in a tie-break when the feed names nobody', [aGame('6-6', '1:0')], null],
    ['is not derived from a tie-break itself', [serving(TWO, aGame('6-6', '1:2'))], null],
  ] as const)('%s', (_reason, games, expected) => {
    expect(at(aSet(1, null, ...games))?.server).toBe(expected);
  });

  it.each([
    ['alternates over the end of a set', '6-4', ONE],
    ['counts a tie-break as one game', '7-6(3)', TWO],
    ['is unknown after a set whose end is not certain', null, null],
  ])('%s', (_reason, score, expected) => {
    const first = aSet(1, score, serving(ONE, aGame('0-0')));
    expect(at(first, aSet(2, null, aGame('0-0')))?.server).toBe(expected);
  });

  it.each([
    ['can be derived from a later set', [null, ONE, null], [TWO, ONE, ONE]],
    ['can be derived from the last set for all of them', [null, null, ONE], [TWO, ONE, ONE]],
    ['can be derived from the first set for all of them', [ONE, null, null], [ONE, TWO, TWO]],
    ['is taken from each set itself when each names one', [ONE, ONE, TWO], [ONE, ONE, TWO]],
  ] as const)('%s', (_reason, named, expected) => {
    const lengths = ['6-3', '6-4', null];
    const live = named.map((server, index) => {
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

  it('is unknown in a set with a contradiction and in the sets beside it', () => {
    const contradiction = [serving(ONE, aGame('0-0')), serving(ONE, aGame('1-0'))];
    const servers = serversOf([aSet(1, '6-3', aGame('0-0')), aSet(2, '6-4', ...contradiction)]);
    expect([1, 2, 3].map((set) => servers.of(set, aGame('0-0').before))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('stays known when an update lacks it or an older one arrives late', () => {
    const named = inPlay(aSet(1, null, serving(TWO, aGame('0-0', '15:0'))));
    const next = withPoints(
      named,
      anUpdate('live', aSet(1, null, aGame('0-0', '15:0 30:0'))),
      null,
    );
    expect(next.sets[0]?.games[0]).toEqual(serving(TWO, aGame('0-0', '15:0 30:0')));
    const ahead = inPlay(aSet(1, null, aGame('0-0', '15:0'), aGame('1-0')));
    const late = anUpdate('live', aSet(1, null, serving(ONE, aGame('0-0', '15:0'))));
    expect(withPoints(ahead, late, null).sets[0]?.games[0]?.serving).toBe(ONE);
  });

  const winners = fc.array(fc.constantFrom<Team>(...TEAMS), { maxLength: 300 });
  const named = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });

  it('is never wrong, for whichever games the feed names it', () => {
    fc.assert(
      fc.property(winners, named, fc.constantFrom<Team>(...TEAMS), (won, isNamed, first) => {
        const truth = served(feedOf(playOut(won, 'star-point')), first);
        let number = 0;
        const partly = truth.sets.map((set) => ({
          ...set,
          games: set.games.map(({ serving: server, ...game }) =>
            isNamed[number++] === true && server !== undefined
              ? { ...game, serving: server }
              : game,
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
    ['is the next point if receivers may win the game', '2-1', '30:40', ONE, 'break-point team_2'],
    [
      'is the next point on an advantage of the receivers',
      '2-1',
      '40:40 40:A',
      ONE,
      'break-point team_2',
    ],
    ['is not the game point of the servers', '2-1', '40:30', ONE, null],
    ['does not exist at deuce with advantages to come', '2-1', '40:40', ONE, null],
    ['does not exist when the server is unknown', '2-1', '30:40', null, null],
    ['is shown as deciding at a deciding point', '2-1', THIRD, ONE, 'deciding-point team_2'],
    ['is shown as a set point when it is one', '3-5', '30:40', ONE, 'set-point team_2'],
    ['is not the set point of the servers', '5-3', '40:15', ONE, 'set-point team_1'],
  ] as const)('%s', (_reason, games, said, server, expected) => {
    expect(stake(games, said, server)).toBe(expected);
  });
});

describe('breaks', () => {
  const breaks = (...live: Parameters<typeof inPlay>) =>
    momentumOf(playedSets(inPlay(...live), 'star-point')).breaks;

  it('are games won against the serve, out of the break points', () => {
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

  it('exclude tie-breaks, and have at least one break point where points were skipped', () => {
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

  it('are unknown while the server of a game is unknown', () => {
    expect(breaks(aSet(1, null, aGame('0-0', '15:0'), aGame('1-0')))).toBeNull();
    const named = aSet(2, null, serving(ONE, aGame('0-0', '15:0')));
    expect(breaks(aSet(1, null, aGame('6-6', '15:0'), aGame('5-5')), named)).toBeNull();
    expect(momentumOf(playedSets(stateOf(aMatch()), 'star-point')).breaks).toBeNull();
  });
});
