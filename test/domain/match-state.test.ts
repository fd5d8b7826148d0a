import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import { hasStarted, scoreOf } from '#src/domain/match/reading.ts';
import {
  stateOf,
  withMatch,
  withoutMatch,
  withPoints,
  type MatchState,
} from '#src/domain/match/state.ts';
import type { Team } from '#src/domain/terms.ts';
import { formatSets } from '#src/domain/match/score.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay, sets } from './written.ts';

const shown = (state: MatchState): string => formatSets(scoreOf(state));

/** A match of which the record alone is known. */
const known = (status: string, score?: string, winner: Team | null = null): MatchState =>
  stateOf(aMatch({ status, winner, score: score === undefined ? null : sets(score) }));

const read = (state: MatchState, overrides: Partial<Match>): MatchState =>
  withMatch(state, aMatch(overrides));

describe('the status of a match', () => {
  it.each([
    ['a match begins', 'scheduled', 'live', 'live'],
    ['a stale read cannot undo the beginning', 'live', 'scheduled', 'scheduled → live'],
    ['play is over, the score not confirmed', 'live', 'ended', 'ended'],
    ['a late push cannot undo the end', 'ended', 'live', 'scheduled → ended'],
    ['the score is confirmed', 'ended', 'finished', 'finished'],
    ['a late push cannot undo the result', 'finished', 'live', 'scheduled → finished'],
    ['a late push cannot unconfirm the result', 'finished', 'ended', 'scheduled → finished'],
    ['a retirement is no longer in play', 'retired', 'live', 'scheduled → retired'],
    ['a walkover needs no play', 'scheduled', 'walkover', 'walkover'],
    ['a bye needs no play', 'scheduled', 'bye', 'bye'],
    ['an unknown status interrupts play', 'live', 'suspended', 'suspended'],
    ['play resumes after an unknown status', 'suspended', 'live', 'live'],
    ['a match is scheduled again after an unknown status', 'postponed', 'scheduled', 'scheduled'],
    ['an unknown status undoes no result', 'finished', 'suspended', 'scheduled → finished'],
    ['not even one that is a property of every object', 'finished', 'constructor', 'finished'],
  ])('%s: %s, then %s', (_reason, before, update, expected) => {
    const status = expected.split(' → ').at(-1);
    expect(read(known(before), { status: update }).status).toBe(status);
    expect(withPoints(known(before), anUpdate(update), null).status).toBe(status);
  });

  it.each([
    ['finished', 'retired'],
    ['retired', 'finished'],
    ['walkover', 'finished'],
  ])('how a match was over is said by its record alone: %s, then %s', (before, update) => {
    const state = known(before);
    expect(read(state, { status: update }).status).toBe(update);
    expect(withPoints(state, anUpdate(update), null).status).toBe(before);
  });

  it.each([
    ['points mean that it is live', 'scheduled', 'live', [aSet(1, null, aGame('0-0', '15:0'))]],
    ['an empty row changes nothing', 'scheduled', 'scheduled', []],
    ['the end is not undone', 'ended', 'ended', [aSet(1, '6-4')]],
  ])('of a row without a status: %s', (_reason, before, expected, live) => {
    const state = withPoints(known(before), anUpdate(null, ...live), null);
    expect(state.status).toBe(expected);
  });
});

it('play goes on after an interruption with any new point, not with what is known, also beside a stray set', () => {
  const known = [aSet(1, null, aGame('1-0', '15:0')), aSet(2, null, aGame('0-0', '15:0'))];
  const interrupted = withPoints(inPlay(...known), anUpdate('suspended'), null);
  expect(withPoints(interrupted, anUpdate('live', ...known), null).status).toBe('suspended');
  const further = aSet(1, null, aGame('1-0', '15:0 30:0'));
  expect(withPoints(interrupted, anUpdate('live', further), null).status).toBe('live');
});

describe('a match that the service no longer has', () => {
  const gone = withoutMatch(inPlay(aSet(1, '6-4')));

  it('has no points that a late push brings', () => {
    const late = anUpdate('live', aSet(1, '6-4'), aSet(2, null, aGame('0-0', '15:0')));
    expect(withPoints(gone, late, null)).toBe(gone);
  });

  it('is restored when it can be read again', () => {
    expect(read(gone, { status: 'live' }).status).toBe('live');
  });
});

describe('play has begun', () => {
  it.each([
    ['in a match that is live', { status: 'live' }, true],
    ['in a match that is over', { status: 'finished' }, true],
    ['with an unknown status and a score', { status: 'x', score: sets('2-1') }, true],
    ['not with an unknown status alone', { status: 'postponed' }, false],
    ['not in a scheduled match', { status: 'scheduled' }, false],
    ['not with a score of 0-0', { status: 'scheduled', score: sets('0-0') }, false],
  ])('%s', (_reason, match, expected) => {
    expect(hasStarted(stateOf(aMatch(match)))).toBe(expected);
  });

  it.each([
    ['not when the feed prepares an empty set', aSet(1, null), false],
    ['not when the feed prepares an empty game', aSet(1, null, aGame('0-0', '0:0')), false],
    ['not with an impossible set', aSet(1, '9-9'), false],
    ['not with an impossible game', aSet(1, null, aGame('50-2', '15:0')), false],
    ...[0, 14].map((number): [string, LiveSet, boolean] => [
      `not with game number ${number}`,
      aSet(1, null, { ...aGame('0-0', '15:0'), number }),
      false,
    ]),
    ['not with a game after seven', aSet(1, null, { ...aGame('7-2', '15:0'), number: 10 }), false],
    ['not with an impossible half of a point', aSet(1, null, aGame('0-0', '15:99')), false],
    ['not with an advantage over six', aSet(1, null, aGame('0-0', 'A:6')), false],
    ['not with a set that is not over', aSet(1, '0-0'), false],
    ['not with impossible points', aSet(1, null, aGame('0-0', '99:98 A:15')), false],
    ['with the first point', aSet(1, null, aGame('0-0', '15:0')), true],
    ['with a point of the second team', aSet(1, null, aGame('0-0', '0:15')), true],
    ['with a set that is over', aSet(1, '6-4'), true],
    ['with two unseen games', aSet(1, null, aGame('1-1')), true],
    ['with the second game', aSet(1, null, aGame('0-0'), aGame('1-0')), true],
  ])('%s', (_reason, live, expected) => {
    expect(hasStarted(withPoints(stateOf(aMatch()), anUpdate('scheduled', live), null))).toBe(
      expected,
    );
  });
});

describe('the score to show', () => {
  const then = (state: MatchState, status: string, score: string): MatchState =>
    read(state, { status, score: sets(score) });

  const points = inPlay(aSet(1, '6-4'), aSet(2, null, aGame('2-1')));

  it.each([
    ['none before play', stateOf(aMatch()), ''],
    ['that of the match when there are no points', stateOf(aMatch({ score: sets('3-2') })), '3-2'],
    ['that of the points', points, '6-4 2-1'],
    [
      'that of the points when it is ahead of the match',
      then(points, 'live', '6-4 1-1'),
      '6-4 2-1',
    ],
    ['that of the points when both are equally long', then(points, 'live', '6-4 1-2'), '6-4 2-1'],
    [
      'that of the match when it is ahead of the points',
      then(points, 'live', '6-4 4-1'),
      '6-4 4-1',
    ],
    [
      'the longer one when a response is older than the one before it',
      then(known('live', '6-4 3-1'), 'live', '6-4 2-1'),
      '6-4 3-1',
    ],
    [
      'the newer one of two that are equally long',
      then(known('live', '6-4 3-1'), 'live', '6-4 2-2'),
      '6-4 2-2',
    ],
    [
      'the confirmed score when a response from play arrives late',
      then(known('retired', '6-4 1-1', 'team_1'), 'live', '6-4 2-1'),
      '6-4 1-1',
    ],
    [
      'that of the points when the score of the match is older than its status',
      then(inPlay(aSet(1, '6-4'), aSet(2, '6-3')), 'finished', '6-4 5-3'),
      '6-4 6-3',
    ],
    [
      'the confirmed score, even with fewer games than the points had',
      read(points, { status: 'retired', score: sets('6-4 1-1'), winner: 'team_2' }),
      '6-4 1-1',
    ],
    [
      'the confirmed score, whatever the feed sends after it',
      withPoints(
        then(points, 'finished', '6-4 6-1'),
        anUpdate('finished', aSet(1, '7-6'), aSet(2, '7-6')),
        null,
      ),
      '6-4 6-1',
    ],
    [
      'a corrected confirmed score',
      then(then(points, 'finished', '6-4 6-1'), 'finished', '6-4 6-2'),
      '6-4 6-2',
    ],
    [
      'a corrected confirmed score, even with fewer games',
      then(then(points, 'finished', '6-4 7-6'), 'finished', '6-4 6-2'),
      '6-4 6-2',
    ],
    [
      'a score that arrives after a retirement without one',
      then(stateOf(aMatch({ status: 'retired', winner: 'team_1' })), 'live', '2-1'),
      '2-1',
    ],
    [
      'the known score when a later read has none',
      read(known('live', '6-4 2-1'), { status: 'ended' }),
      '6-4 2-1',
    ],
    [
      'that of the points when the match is over and its own score is old',
      read(
        withPoints(
          known('live', '6-4 2-1'),
          anUpdate('ended', aSet(1, '6-4'), aSet(2, '6-3')),
          null,
        ),
        { status: 'finished', winner: 'team_1' },
      ),
      '6-4 6-3',
    ],
  ])('is %s', (_reason, state, expected) => {
    expect(shown(state)).toBe(expected);
  });

  it('keeps the position of a set that an update lacks', () => {
    expect(shown(inPlay(aSet(2, '6-3'), aSet(3, null, aGame('1-0'))))).toBe('0-0 6-3 1-0');
  });

  it('keeps sets, games and points that a later update lacks', () => {
    const state = withPoints(
      inPlay(aSet(1, '6-4', aGame('0-0', '15:0')), aSet(2, null, aGame('0-0'), aGame('1-0'))),
      anUpdate('live', aSet(2, null, aGame('0-0'))),
      null,
    );
    expect(shown(state)).toBe('6-4 1-0');
    expect(state.sets[0]?.games).toHaveLength(1);
  });

  it('takes a corrected set score of the feed', () => {
    const state = withPoints(inPlay(aSet(1, '6-4')), anUpdate('live', aSet(1, '7-5')), null);
    expect(shown(state)).toBe('7-5');
  });

  it('keeps a corrected set score when an older update arrives late', () => {
    const corrected = inPlay(aSet(1, '7-5', aGame('6-5', '40:0')), aSet(2, null, aGame('1-0')));
    const late = anUpdate('live', aSet(1, '6-4', aGame('5-6', '40:15')), aSet(2, null));
    const state = withPoints(corrected, late, null);
    expect(shown(state)).toBe('7-5 1-0');
    expect(state.sets[0]?.games[0]?.before).toEqual({ team_1: 6, team_2: 5 });
  });

  it('keeps no more games and points than a match can have', () => {
    const endless = Array.from({ length: 30 }, (_, index) => ({
      number: index,
      before: { team_1: index % 20, team_2: 0 },
      points: Array.from({ length: 5_000 }, () => ({ team_1: '40', team_2: '40' })).map(
        (point, nth) => (nth % 2 === 0 ? point : { ...point, team_1: 'A' }),
      ),
    }));
    const state = inPlay({ number: 1, score: null, games: endless });
    expect(state.sets[0]?.games.length).toBeLessThanOrEqual(13);
    expect(JSON.stringify(state).length).toBeLessThan(100_000);
  });
});

it('games that an update lists out of order are sorted', () => {
  const state = inPlay(aSet(1, null, aGame('1-0', '0:15'), aGame('0-0', '15:0')));
  expect(state.sets[0]?.games.map(({ number }) => number)).toEqual([1, 2]);
});

it('a late point of a tie-break changes nothing in a set that is over', () => {
  const over = inPlay(aSet(1, '7-6(3)', aGame('6-6', '6:3')));
  const late = withPoints(over, anUpdate('live', aSet(1, null, aGame('6-6', '5:4'))), null);
  expect(late.sets).toEqual(over.sets);
});

it('a tie-break keeps only points that are counters', () => {
  const [set] = inPlay(aSet(1, null, aGame('6-6', 'A:6 1:0'))).sets;
  expect(set?.games).toEqual([aGame('6-6', '1:0')]);
});

it('the clock of a match is unchanged after an update without minutes', () => {
  const update = anUpdate('live', aSet(1, null, aGame('0-0', '15:0')));
  const watched = withPoints(stateOf(aMatch({ status: 'live' })), update, 7);
  const clock = { minutes: 7, watchedSince: 7, watchedUntil: 7 };
  expect(watched).toMatchObject(clock);
  expect(withPoints(watched, update, null)).toMatchObject(clock);
  expect(withPoints(watched, update, 9)).toMatchObject({ watchedSince: 7, watchedUntil: 9 });
  expect(withPoints(watched, update, 10)).toMatchObject({ watchedSince: 10, watchedUntil: 10 });
});
