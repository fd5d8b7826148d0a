import { describe, expect, it } from 'vitest';
import { coverageOf } from '#src/domain/match/live-points.ts';
import {
  isCancelled,
  isNotPlayed,
  isPostponed,
  mergedFields,
  phaseOf,
  playersOf,
} from '#src/domain/match/match.ts';
import { isFinal } from '#src/domain/match/state.ts';
import { aMatch } from './feed.ts';
import { sets } from './written.ts';

describe('a status', () => {
  it.each([
    ['postponed', true, false, false],
    ['Abandoned - rain', true, false, false],
    ['canceled', true, true, false],
    ['Cancelled', true, true, false],
    ['cancelled until Monday', true, false, false],
    ['not cancelled', false, false, false],
    ['not postponed', false, false, false],
    ['not_played', false, false, true],
    ['live', false, false, false],
  ])('%s is postponed: %s, cancelled: %s, not played: %s', (status, off, gone, needless) => {
    expect([isPostponed(status), isCancelled(status), isNotPlayed(status)]).toEqual([
      off,
      gone,
      needless,
    ]);
  });

  it.each([
    ['live', '6-4 6-3', false],
    ['finished', null, false],
    ['finished', '6-4 3-6', false],
    ['finished', '6-4 6-3', true],
    ['retired', '6-4 1-0', true],
    ['walkover', null, true],
  ])('%s at %s is final: %s', (status, score, expected) => {
    expect(isFinal({ status, score: score === null ? null : sets(score) })).toBe(expected);
  });
});

it.each([
  ['upcoming', ['scheduled']],
  ['playing', ['live', 'ended']],
  ['over', ['finished', 'retired', 'walkover', 'bye']],
  ['unknown', ['postponed', 'deleted', 'a word of next year', '']],
])('a match is %s while it is %j', (phase, statuses) => {
  expect(statuses.map(phaseOf)).toEqual(statuses.map(() => phase));
});

it('the players of a match are those of team 1, then of team 2', () => {
  expect(playersOf(aMatch()).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it('the optional fields of a source are kept when they are present', () => {
  const fields = {
    venueOffset: 60,
    seeds: { team_1: '1', team_2: null },
    draw: 'main',
    watchability: 7,
    tie: { group: null, teams: { team_1: 'ES', team_2: 'AR' }, rubber: 1 },
  } as const;
  expect(mergedFields(aMatch())).toStrictEqual({});
  expect(mergedFields(aMatch(fields))).toStrictEqual(fields);
});

it.each([
  ['points', ['finals', 'major', 'p1', 'p2', 'fip_platinum']],
  ['scores', ['fip_gold', 'fip_other', 'wpt_final', 'wpt_master', 'wpt_1000', 'wpt_500']],
  ['unknown', ['a level of next year', '']],
])('the coverage is %s for tournaments of %j', (coverage, levels) => {
  expect(levels.map(coverageOf)).toEqual(levels.map(() => coverage));
});
