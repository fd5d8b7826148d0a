import { expect, it } from 'vitest';
import { appointmentOf, isMoved } from '#src/domain/match/appointment.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

const at = (scheduleLabel: string): Partial<Match> => ({ scheduleLabel });

it.each<[string, Partial<Match>, Partial<Match>, boolean]>([
  ['stays as it is', {}, {}, false],
  ['moves to another day', {}, { playedOn: '2026-06-08' }, true],
  ['moves to another time', {}, at('Not before 6:00 PM'), true],
  ['moves to another court', {}, { court: 'Court 3' }, true],
  ['gets its day', { playedOn: null }, {}, false],
  ['gets its court', { court: null }, {}, false],
  ['loses its time', {}, { scheduleLabel: null }, false],
  ['has another position in the order of play', {}, { courtOrder: 3 }, false],
  [
    'gets a new estimate',
    { scheduleLabel: 'Estimated around 4:00 PM', scheduledAt: 1 },
    { scheduleLabel: 'Estimated around 4:30 PM', scheduledAt: 2 },
    false,
  ],
  ['gets its first estimate', at('Followed by'), at('Estimated around 4:00 PM'), false],
  ['gets an estimate instead of its time', {}, at('Estimated around 5:00 PM'), false],
  ['loses its estimate', at('Estimated around 4:00 PM'), at('Followed by'), false],
  [
    'gets its first announced time after an estimate: the first publication, half an hour off',
    { scheduleLabel: 'Estimated around 4:00 PM', scheduledAt: 1 },
    { scheduleLabel: 'Not before 3:30 PM', scheduledAt: 2 },
    false,
  ],
  [
    'gets a time more than 30 minutes after the estimate that people planned by',
    at('Estimated around 4:00 PM'),
    at('Starting at 4:31 PM'),
    true,
  ],
  [
    'gets a time more than 30 minutes before the estimate',
    at('Estimated around 4:00 PM'),
    at('Not before 3:25 PM'),
    true,
  ],
  [
    'gets an unreadable label after an estimate',
    at('Estimated around 4:00 PM'),
    at('After the ceremony'),
    false,
  ],
  ['gets its first label', { scheduleLabel: null }, {}, false],
  ['gets a remark added to its label', {}, at('Not before 4:00 PM - Possible Court Change'), false],
  [
    'loses the remark of its label',
    at('Not before 4:00 PM - Possible Court Change'),
    at('Not before 16:00'),
    false,
  ],
  [
    'gets a remark on an unknown label',
    at('After the ceremony'),
    at('After the ceremony - indoors'),
    false,
  ],
  ['gets another time with a remark', {}, at('Not before 5:00 PM - Possible Court Change'), true],
  [
    'moves to another court alone, with the remark gone',
    at('Not before 4:00 PM - Possible Court Change'),
    { court: 'Court 3' },
    true,
  ],
  ['has the same time in other words', {}, at('not before 16:00'), false],
  ['gets another unknown label', at('After the ceremony'), at('After the rain'), true],
  ['now follows another match', {}, at('Followed by'), true],
  ['is scheduled again after it was live', { status: 'live' }, { court: 'Court 3' }, false],
  ['begins on another court', {}, { status: 'live', court: 'Court 3' }, false],
  ['is in play', { status: 'live' }, { status: 'live', court: 'Court 3' }, false],
  ['is over', { status: 'live' }, { status: 'finished', playedOn: '2026-06-08' }, false],
])('isMoved judges a match that %s', (_reason, before, after, expected) => {
  expect(isMoved(aMatch(before), aMatch(after))).toBe(expected);
});

it('an appointment has the stated time and place of a match, without unknown fields', () => {
  const stated = {
    playedOn: '2026-06-07',
    startedAt: null,
    scheduleLabel: 'Not before 4:00 PM',
    court: 'Center Court',
  };
  expect(appointmentOf(aMatch())).toStrictEqual(stated);
  const known = { scheduledAt: 5, venueOffset: 120 };
  expect(appointmentOf(aMatch(known))).toStrictEqual({ ...stated, ...known });
});
