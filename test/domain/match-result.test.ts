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
import type { Team } from '#src/domain/terms.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay, sets } from './written.ts';

const read = (state: MatchState, overrides: Partial<Match>): MatchState =>
  withMatch(state, aMatch(overrides));

/** A match with this record: a score of '' is none. */
const known = (status: string, score: string, winner: Team | null = null): MatchState =>
  stateOf(aMatch({ status, winner, score: score === '' ? null : sets(score) }));

describe('the final score', () => {
  it.each([
    ['of a finished match', 'finished', '6-4 6-3', '6-4 6-3'],
    ['of a retirement, its partial set kept', 'retired', '6-4 2-1', '6-4 2-1'],
    ['is unknown when the score of a finished match is incomplete', 'finished', '6-4 2-1', ''],
    ['is empty after a walkover', 'walkover', '', ''],
  ])('%s', (_reason, status, score, expected) => {
    expect(formatSets(finalScoreOf(known(status, score)))).toBe(expected);
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
    ['nobody during play, whatever the sets are', 'live', '6-4 6-3', null, null],
    ['the winner of two sets, once play has ended', 'ended', '6-4 6-3', null, 'team_1'],
    [
      'nobody when play has ended without complete sets, whomever the service names',
      'ended',
      '6-4 2-1',
      'team_2',
      null,
    ],
    [
      'only the one that the service names after a retirement, whatever the sets',
      'retired',
      '6-4 6-3',
      null,
      null,
    ],
    [
      'the winner by the score when the service names nobody',
      'finished',
      '6-4 6-3',
      null,
      'team_1',
    ],
    [
      'the one that the service names, even against the score',
      'finished',
      '6-4 6-3',
      'team_2',
      'team_2',
    ],
    ['the side that was behind, after a retirement', 'retired', '6-4 2-1', 'team_2', 'team_2'],
    ['nobody after a retirement when the service names nobody', 'retired', '6-4 2-1', null, null],
    ['the named one after a walkover', 'walkover', '', 'team_1', 'team_1'],
    ['nobody with another status', 'x', '6-4 6-3', 'team_1', null],
  ] as const)('is %s', (_reason, status, score, winner, expected) => {
    expect(winnerOf(known(status, score, winner))).toBe(expected);
  });

  it.each([
    ['a finished match that the other side won by its score', 'finished', '6-4 6-3', true],
    ['not a retirement won from behind', 'retired', '6-4 2-1', false],
    ['not a retirement after two sets', 'retired', '6-4 6-3', false],
    ['not a match without a score', 'finished', '', false],
    ['not a match that they won', 'finished', '4-6 3-6', false],
  ])('contradicts the score: %s', (_reason, status, score, expected) => {
    expect(winnerContradictsScore(known(status, score, 'team_2'))).toBe(expected);
  });
});

describe('the game in progress', () => {
  const set = aSet(1, null, aGame('0-0'), aGame('1-0', '15:0'));

  it.each([
    ['the last one of the set in progress', inPlay(set), 2],
    ['none between two sets', inPlay(aSet(1, '6-4')), undefined],
    ['none where no points are covered', known('live', '2-1'), undefined],
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
