import { describe, expect, it } from 'vitest';
import { headToHead, meetingsBetween } from '#src/domain/people/head-to-head.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';
import { sets } from './written.ts';

const { teams } = aMatch();
const FIRST_SIDE = [1, 2];
const swapped = { team_1: teams.team_2, team_2: teams.team_1 };

const meeting = (score: string, more: Partial<Match> = {}): Match =>
  aMatch({ status: 'finished', score: score === '' ? null : sets(score), ...more });

describe('a head-to-head', () => {
  it.each([
    ['a win by the score', meeting('6-4 6-3'), '1-0 2-0 12-7'],
    ['a win from the other side of it', meeting('4-6 3-6', { teams: swapped }), '1-0 2-0 12-7'],
    ['a defeat in three sets', meeting('6-4 3-6 6-7(4)'), '0-1 1-2 15-17'],
    [
      'the winner that the service names, even against the score',
      meeting('6-4 6-3', { winner: 'team_2' }),
      '0-1 2-0 12-7',
    ],
    [
      'a retirement: the match to the winner, the unfinished set to nobody, its games to both',
      meeting('6-4 2-1', { status: 'retired', winner: 'team_2' }),
      '0-1 1-0 8-5',
    ],
    [
      'a walkover: the match alone',
      meeting('', { status: 'walkover', winner: 'team_1' }),
      '1-0 0-0 0-0',
    ],
    ['an unknown score: the match alone', meeting('', { winner: 'team_2' }), '0-1 0-0 0-0'],
    ['neither winner nor score: nothing', meeting(''), '0-0 0-0 0-0'],
    ['a match in progress: nothing yet', meeting('6-4 2-1', { status: 'live' }), '0-0 0-0 0-0'],
    ['a bye: nothing', meeting('6-4 6-3', { status: 'bye' }), '0-0 0-0 0-0'],
    ['a match to come: nothing', meeting('', { status: 'scheduled' }), '0-0 0-0 0-0'],
  ])('counts %s', (_reason, match, expected) => {
    const { matches, sets: setsWon, games } = headToHead([match], FIRST_SIDE);
    const counts = [matches, setsWon, games].map(({ team_1, team_2 }) => `${team_1}-${team_2}`);
    expect(counts.join(' ')).toBe(expected);
  });

  it('adds up meetings and says which team the first side was in each of them', () => {
    const record = headToHead(
      [meeting('6-4 6-3'), meeting('6-1 6-1', { teams: swapped }), meeting('6-0 6-0')],
      FIRST_SIDE,
    );
    expect(record.matches).toEqual({ team_1: 2, team_2: 1 });
    expect(record.meetings.map(({ firstSide }) => firstSide)).toEqual([
      'team_1',
      'team_2',
      'team_1',
    ]);
  });

  it('lists the latest meeting first and those without a date last', () => {
    const days = ['2026-06-01', null, '2026-06-09', null, '2026-06-05'];
    const matches = days.map((playedOn) => meeting('6-4 6-3', { playedOn }));
    const listed = headToHead(matches, FIRST_SIDE).meetings.map(({ match }) => match.playedOn);
    expect(listed).toEqual(['2026-06-09', '2026-06-05', '2026-06-01', null, null]);
  });

  it('counts the matches of a single player with different partners', () => {
    const withAnother = {
      team_1: teams.team_2,
      team_2: [
        { id: 9, name: 'Ada Noor' },
        { id: 1, name: 'Ana Vega' },
      ],
    };
    const record = headToHead(
      [meeting('6-4 6-3'), meeting('1-6 1-6', { teams: withAnother })],
      [1],
    );
    expect(record.matches).toEqual({ team_1: 2, team_2: 0 });
  });

  it('leaves out matches in which the first pair did not play together', () => {
    const apart = {
      team_1: [teams.team_1[0], teams.team_2[0]].filter((player) => player !== undefined),
      team_2: [teams.team_1[1], teams.team_2[1]].filter((player) => player !== undefined),
    };
    expect(headToHead([meeting('6-4 6-3', { teams: apart })], FIRST_SIDE).meetings).toEqual([]);
  });

  it('is empty without meetings', () => {
    expect(headToHead([], FIRST_SIDE)).toEqual({
      matches: { team_1: 0, team_2: 0 },
      sets: { team_1: 0, team_2: 0 },
      games: { team_1: 0, team_2: 0 },
      meetings: [],
    });
  });
});

describe('a meeting of two sides', () => {
  const named = (...ids: number[]) => ids.map((id) => ({ id, name: `Player ${id}` }));
  const between = (one: number[], two: number[]) =>
    aMatch({ teams: { team_1: named(...one), team_2: named(...two) } });
  const PAIRS = { team_1: [1, 2], team_2: [3, 4] };

  it.each([
    ['the pairs', [1, 2], [3, 4], true],
    ['the pairs, named the other way round', [4, 3], [2, 1], true],
    ['one player of each pair on either side', [1, 3], [2, 4], false],
    ['a pair against one player of the other', [1, 2], [3, 9], false],
    ['one of the pairs against strangers', [1, 2], [8, 9], false],
  ])('is recognized by its players: %s', (_who, one, two, isMeeting) => {
    const match = between(one, two);
    expect(meetingsBetween([match], PAIRS)).toEqual(isMeeting ? [match] : []);
  });

  it('of two players needs them on opposite sides, with any partners', () => {
    const matches = [between([1, 9], [8, 3]), between([3, 1], [8, 9]), between([8, 3], [1, 7])];
    const duel = { team_1: [1], team_2: [3] };
    expect(meetingsBetween(matches, duel)).toEqual([matches[0], matches[2]]);
  });
});
