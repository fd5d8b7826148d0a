import { describe, expect, it } from 'vitest';
import {
  currentGame,
  finalScoreOf,
  winnerContradictsScore,
  winnerOf,
} from '#src/domain/match/reading.ts';
import { stateOf, withMatch, withPoints, type MatchState } from '#src/domain/match/state.ts';
import type { Match } from '#src/domain/match/match.ts';
import { formatSets } from '#src/domain/match/score.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay, sets } from './written.ts';

const read = (state: MatchState, overrides: Partial<Match>): MatchState =>
  withMatch(state, aMatch(overrides));

describe('the final score', () => {
  it.each([
    ['of a finished match', { status: 'finished', score: sets('6-4 6-3') }, '6-4 6-3'],
    [
      'of a retirement, its partial set kept',
      { status: 'retired', score: sets('6-4 2-1') },
      '6-4 2-1',
    ],
    [
      'is unknown when the score of a finished match is incomplete',
      { status: 'finished', score: sets('6-4 2-1') },
      '',
    ],
    ['is empty after a walkover', { status: 'walkover' }, ''],
  ])('%s', (_reason, match, expected) => {
    expect(formatSets(finalScoreOf(stateOf(aMatch(match))))).toBe(expected);
  });
});

describe('the winner', () => {
  it('is unknown while a set is, though two others decide the match', () => {
    const played = [
      aSet(1, null, aGame('6-6', '1:0')),
      aSet(2, '6-0'),
      aSet(3, null, aGame('5-0', '40:0')),
    ];
    const ended = withPoints(inPlay(...played), anUpdate('ended', ...played), null);
    expect(winnerOf(ended)).toBeNull();
    expect(winnerOf(withPoints(ended, anUpdate('finished', ...played), null))).toBeNull();
    const known = withPoints(ended, anUpdate('ended', aSet(1, '6-7')), null);
    expect(winnerOf(known)).toBe('team_1');
  });

  it.each([
    ['nobody during play, whatever the sets are', { status: 'live', score: sets('6-4 6-3') }, null],
    [
      'the winner of two sets, once play has ended',
      { status: 'ended', score: sets('6-4 6-3') },
      'team_1',
    ],
    [
      'nobody when play has ended without complete sets, whomever the service names',
      { status: 'ended', score: sets('6-4 2-1'), winner: 'team_2' },
      null,
    ],
    [
      'only the one that the service names after a retirement, whatever the sets',
      { status: 'retired', score: sets('6-4 6-3') },
      null,
    ],
    [
      'the winner by the score when the service names nobody',
      { status: 'finished', score: sets('6-4 6-3') },
      'team_1',
    ],
    [
      'the one that the service names, even against the score',
      { status: 'finished', score: sets('6-4 6-3'), winner: 'team_2' },
      'team_2',
    ],
    [
      'the side that was behind, after a retirement',
      { status: 'retired', score: sets('6-4 2-1'), winner: 'team_2' },
      'team_2',
    ],
    [
      'nobody after a retirement when the service names nobody',
      { status: 'retired', score: sets('6-4 2-1') },
      null,
    ],
    ['the named one after a walkover', { status: 'walkover', winner: 'team_1' }, 'team_1'],
    ['nobody with another status', { status: 'x', score: sets('6-4 6-3'), winner: 'team_1' }, null],
  ] as const)('is %s', (_reason, match, expected) => {
    expect(winnerOf(stateOf(aMatch(match)))).toBe(expected);
  });

  it.each([
    ['a finished match that the other side won by its score', 'finished', '6-4 6-3', true],
    ['not a retirement won from behind', 'retired', '6-4 2-1', false],
    ['not a retirement after two sets', 'retired', '6-4 6-3', false],
    ['not a match without a score', 'finished', '', false],
    ['not a match that they won', 'finished', '4-6 3-6', false],
  ])('contradicts the score: %s', (_reason, status, score, expected) => {
    const match = aMatch({ status, winner: 'team_2', score: score === '' ? null : sets(score) });
    expect(winnerContradictsScore(stateOf(match))).toBe(expected);
  });
});

describe('the game in progress', () => {
  const set = aSet(1, null, aGame('0-0'), aGame('1-0', '15:0'));

  it.each([
    ['the last one of the set in progress', inPlay(set), 2],
    ['none between two sets', inPlay(aSet(1, '6-4')), undefined],
    [
      'none where no points are covered',
      stateOf(aMatch({ status: 'live', score: sets('2-1') })),
      undefined,
    ],
    ['none when the match is over', read(inPlay(set), { status: 'retired' }), undefined],
    ['none when play has ended', withPoints(inPlay(set), anUpdate('ended'), null), undefined],
  ])('is %s', (_reason, state, number) => {
    expect(currentGame(state)?.number).toBe(number);
  });
});

it('winner and duration are known at the end, and kept when a later response lacks them', () => {
  expect(stateOf(aMatch({ status: 'live', duration: 50 }))).toMatchObject({
    minutes: 50,
    duration: null,
  });
  const over = stateOf(aMatch({ status: 'finished', winner: 'team_1', duration: 84 }));
  const kept = { winner: 'team_1', minutes: 84, duration: 84 };
  expect(over).toMatchObject(kept);
  expect(read(over, { status: 'finished' })).toMatchObject(kept);
  expect(read(over, { status: 'finished', winner: 'team_2', duration: 85 })).toMatchObject({
    winner: 'team_2',
    minutes: 85,
    duration: 85,
  });
});

it('a match first seen in play has an unseen score until its first score', () => {
  const unseen = (overrides: Partial<Match>) => stateOf(aMatch(overrides)).scoreUnseen;
  expect(unseen({ status: 'live' })).toBe(true);
  expect(unseen({ status: 'live', score: sets('1-0') })).toBe(false);
  expect(unseen({ status: 'scheduled' })).toBe(false);
  const first = stateOf(aMatch({ status: 'live' }));
  expect(read(first, { status: 'live' }).scoreUnseen).toBe(true);
  expect(read(first, { status: 'live', score: sets('1-0') }).scoreUnseen).toBe(false);
  expect(read(stateOf(aMatch()), { status: 'live' }).scoreUnseen).toBe(false);
});
