import { describe, expect, it } from 'vitest';
import { eventKey, inMatch, isForChannel, type AlertEvent } from '#src/domain/alerts/events.ts';

const SCORE = { team_1: 3, team_2: 4, tieBreak: null };
const RESULT = {
  kind: 'result',
  matchId: 1,
  status: 'finished',
  winner: 'team_1',
  score: [],
  minutes: null,
} as const;
const WHEN = { playedOn: null, startedAt: null, scheduleLabel: null, court: null };
const CORRECTION = {
  kind: 'correction',
  matchId: 1,
  rev: 4,
  before: RESULT,
  after: RESULT,
} as const;
const DRAW = {
  kind: 'draw',
  tournamentId: 7,
  category: 'men',
  round: 8,
  matchIds: [5, 6],
} as const;
const DATE = '2026-06-08';

/** Events are stored under these keys. With another key, a posted alert would be posted again. */
const KEYS: readonly (readonly [string, AlertEvent])[] = [
  ['match:1:start', { kind: 'start', matchId: 1 }],
  ['match:1:set:2', { kind: 'set', matchId: 1, set: 2, score: SCORE, minutes: null }],
  ['match:1:result', RESULT],
  ['tie:7:main', { kind: 'tie', tie: '7:main', matchId: 1, winner: 'team_1', score: null }],
  ['match:1:correction:4', CORRECTION],
  ['match:1:schedule:3', { kind: 'schedule', matchId: 1, rev: 3, before: WHEN, after: WHEN }],
  ['match:1:next', { kind: 'next', matchId: 1, minutes: 5 }],
  ['match:1:reminder:15:9', { kind: 'reminder', matchId: 1, minutes: 15, startsAt: 9 }],
  ['draw:7:men:8:5', DRAW],
  ['draw:7:::', { ...DRAW, category: null, round: null, matchIds: [] }],
  [
    'tournament:7:moved:9',
    { kind: 'tournament', tournamentId: 7, change: 'moved', at: 9, startDate: DATE, endDate: null },
  ],
  [
    `tournament:7:over:${DATE}`,
    { kind: 'tournament', tournamentId: 7, change: 'over', at: 9, startDate: DATE, endDate: null },
  ],
  [`channel:9:digest:${DATE}`, { kind: 'digest', channelKey: 9, date: DATE }],
  [
    `channel:9:ranking:women:${DATE}`,
    { kind: 'ranking', channelKey: 9, date: DATE, category: 'women', players: [] },
  ],
  ['channel:9:quiet-hours-digest:5', { kind: 'quiet-hours-digest', channelKey: 9, until: 5 }],
];

describe('an event', () => {
  it.each(KEYS)('has the key %s', (key, event) => {
    expect(eventKey(event)).toBe(key);
    expect(isForChannel(event)).toBe(key.startsWith('channel:'));
  });

  it('moves to the other match of a merge, with both results of a correction', () => {
    const after = { ...RESULT, winner: 'team_2' } as const;
    expect(inMatch(RESULT, 2)).toEqual({ ...RESULT, matchId: 2 });
    expect(inMatch({ ...CORRECTION, after }, 2)).toEqual({
      ...CORRECTION,
      matchId: 2,
      before: { ...RESULT, matchId: 2 },
      after: { ...after, matchId: 2 },
    });
    expect(inMatch(DRAW, 2)).toBe(DRAW);
  });
});
