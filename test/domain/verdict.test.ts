import { describe, expect, it } from 'vitest';
import type { AlertEvent, AlertEventKind } from '#src/domain/alerts/events.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import type { AlertSubject } from '#src/domain/alerts/subject.ts';
import { deliverableAt, postsLeft, skipReason, staleReason } from '#src/domain/alerts/verdict.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { sets } from './written.ts';

const NOON = Date.UTC(2026, 5, 7, 12);
const about = { matchId: 123 } as const;
const SCORE = { team_1: 6, team_2: 4, tieBreak: null };

const RESULT = {
  ...about,
  kind: 'result',
  status: 'finished',
  winner: 'team_1',
  score: [SCORE, SCORE],
  minutes: 80,
} as const;

const EVENTS = {
  start: { kind: 'start', ...about },
  result: RESULT,
  resultAfterMoment: { ...RESULT, moment: true },
  correction: {
    kind: 'correction',
    ...about,
    rev: 2,
    before: RESULT,
    after: { ...RESULT, moment: true },
  },
  set: { kind: 'set', ...about, set: 2, score: SCORE, minutes: null },
  next: { kind: 'next', ...about, minutes: null },
  reminder: { kind: 'reminder', ...about, minutes: 15, startsAt: NOON },
  digest: { kind: 'digest', channelKey: 1, date: '2026-06-07' },
  night: { kind: 'quiet-hours-digest', channelKey: 1, until: NOON },
  draw: { kind: 'draw', tournamentId: 7, category: 'women', round: 4, matchIds: [1, 2] },
} as const satisfies Record<string, AlertEvent>;

type Chosen = Partial<AlertSettings>;

const settings = (chosen: Chosen): AlertSettings => ({
  ...DEFAULT_SETTINGS,
  types: ALERT_TYPES,
  ...chosen,
});

const match = (status = 'live', score: string | null = null): AlertSubject => ({
  kind: 'match',
  held: aHeld({ status, score: score === null ? null : sets(score) }),
});

const draw = (...rounds: readonly (2 | 4 | 8)[]): AlertSubject => ({
  kind: 'matches',
  tournament: null,
  matches: rounds.map((round, id) => aHeld({ id, round })),
});

const tournament: AlertSubject = { kind: 'tournament', tournament: aTournament() };
const day: AlertSubject = { kind: 'day', matches: [] };

describe('a channel skips', () => {
  it.each<[string, Chosen, keyof typeof EVENTS, AlertSubject, string | null]>([
    ['nothing that it has chosen', {}, 'start', match(), null],
    ['a type that it has not chosen', { types: ['set'] }, 'start', match(), 'type'],
    ['a result that it has not chosen', { types: ['moment'] }, 'result', match(), 'type'],
    ['no result after a moment', { types: ['moment'] }, 'resultAfterMoment', match(), null],
    ['no correction of it', { types: ['moment'] }, 'correction', match(), null],
    ['its result without moments, too', { types: ['set'] }, 'resultAfterMoment', match(), 'type'],
    ['a match that its filters exclude', { category: 'men' }, 'start', match(), 'category'],
    ['a reminder for another lead time', { remindBefore: 30 }, 'reminder', match(), 'other-time'],
    ['no reminder of its own lead time', { remindBefore: 15 }, 'reminder', match(), null],
    ['no other alert for the lead time', { remindBefore: 30 }, 'next', match(), null],
    ['the last set, told by the result', {}, 'set', match('live', '6-4 6-4'), 'included-in-result'],
    ['no set that does not decide', {}, 'set', match('live', '6-4 4-6'), null],
    ['no set before the last', {}, 'set', match('live', '6-4 4-6 6-2'), null],
    ['no last set without its result', { types: ['set'] }, 'set', match('live', '6-4 6-4'), null],
    ['no start of a match that is decided', {}, 'start', match('live', '6-4 6-4'), null],
    ['a draw of excluded matches only', { smallestRound: 2 }, 'draw', draw(8, 4), 'round'],
    ['no draw with a match that passes', { smallestRound: 2 }, 'draw', draw(8, 2), null],
    ['no draw without known matches', { smallestRound: 2 }, 'draw', draw(), null],
    ['a tournament of another level', { levels: ['major'] }, 'draw', tournament, 'level'],
    ['no tournament of its level', { levels: ['p1'] }, 'draw', tournament, null],
    ['no daily digest by its filters', { levels: ['major'], category: 'men' }, 'digest', day, null],
    ['a daily digest that it has not chosen', { types: [] }, 'digest', day, 'type'],
    ['no quiet-hours digest, whatever it chose', { types: [] }, 'night', day, null],
  ])('%s', (_what, chosen, event, subject, expected) => {
    expect(skipReason(settings(chosen), EVENTS[event], subject)).toBe(expected);
  });
});

describe('an alert is stale', () => {
  const night = (...kinds: ('start' | 'draw')[]): AlertSubject => ({
    kind: 'quiet-hours-digest',
    news: kinds.map((kind) => ({ event: EVENTS[kind], held: null, tournament: null, matches: [] })),
  });

  it.each<[string, keyof typeof EVENTS, AlertSubject, string | null]>([
    ['as a start once the match is over', 'start', match('finished'), 'already-over'],
    ['not as a start in play', 'start', match('live'), null],
    ['as a reminder once the match has begun', 'reminder', match('live'), 'already-begun'],
    ['not as a reminder before it', 'reminder', match('scheduled'), null],
    ['as "next" once the match has begun', 'next', match('live'), 'already-begun'],
    ['not as "next" before it', 'next', match('scheduled'), null],
    ['not as a set after the match', 'set', match('finished'), null],
    ['as a quiet-hours digest without events', 'night', night(), 'digest-empty'],
    ['as a quiet-hours digest of starts only', 'night', night('start'), 'digest-empty'],
    ['not as a quiet-hours digest with a draw', 'night', night('start', 'draw'), null],
    ['not about a whole day', 'digest', day, null],
  ])('%s', (_what, event, subject, expected) => {
    expect(staleReason(EVENTS[event], subject)).toBe(expected);
  });
});

it('a spoiler delay applies to what happened, but not to reminders', () => {
  expect(deliverableAt({ delay: 90 }, EVENTS.set, NOON)).toBe(NOON + 90_000);
  expect(deliverableAt({ delay: 90 }, EVENTS.reminder, NOON)).toBe(NOON);
});

it.each<[AlertEventKind, number]>([
  ['result', 60],
  ['set', 59],
  ['next', 57],
])('of 60 posts an hour, %s may take as many as %s', (kind, most) => {
  expect(postsLeft(most - 1, kind)).toBe(1);
  expect(postsLeft(most, kind)).toBe(0);
});
