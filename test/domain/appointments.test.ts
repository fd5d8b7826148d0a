import { expect, it } from 'vitest';
import { appointmentOf, isMoved } from '#src/domain/match/appointment.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

it.each<[string, Partial<Match>, Partial<Match>, boolean]>([
  ['stays as it is', {}, {}, false],
  ['goes to another day', {}, { playedOn: '2026-06-08' }, true],
  ['goes to another hour', {}, { scheduleLabel: 'Not before 6:00 PM' }, true],
  ['goes to another court', {}, { court: 'Court 3' }, true],
  ['gets its day', { playedOn: null }, {}, false],
  ['gets its court', { court: null }, {}, false],
  ['loses its hour', {}, { scheduleLabel: null }, false],
  ['has another place in the order of play', {}, { courtOrder: 3 }, false],
  [
    'is estimated anew',
    { scheduleLabel: 'Estimated around 4:00 PM', scheduledAt: 1 },
    { scheduleLabel: 'Estimated around 4:30 PM', scheduledAt: 2 },
    false,
  ],
  [
    'is estimated for the first time',
    { scheduleLabel: 'Followed by' },
    { scheduleLabel: 'Estimated around 4:00 PM' },
    false,
  ],
  [
    'has an estimate in place of its time',
    {},
    { scheduleLabel: 'Estimated around 5:00 PM' },
    false,
  ],
  [
    'has no estimate any more',
    { scheduleLabel: 'Estimated around 4:00 PM' },
    { scheduleLabel: 'Followed by' },
    false,
  ],
  [
    'was estimated, and is announced',
    { scheduleLabel: 'Estimated around 4:00 PM' },
    { scheduleLabel: 'Not before 4:00 PM' },
    true,
  ],
  ['has the same hour in other words', {}, { scheduleLabel: 'not before 16:00' }, false],
  [
    'gets another word that nobody knows',
    { scheduleLabel: 'After the ceremony' },
    { scheduleLabel: 'After the rain' },
    true,
  ],
  ['loses its hour for another match', {}, { scheduleLabel: 'Followed by' }, true],
  ['was in play by mistake', { status: 'live' }, { court: 'Court 3' }, false],
  ['begins on another court', {}, { status: 'live', court: 'Court 3' }, false],
  ['is in play', { status: 'live' }, { status: 'live', court: 'Court 3' }, false],
  ['is over', { status: 'live' }, { status: 'finished', playedOn: '2026-06-08' }, false],
])('a match that %s', (_reason, before, after, expected) => {
  expect(isMoved(aMatch(before), aMatch(after))).toBe(expected);
});

it('an appointment is what is said of when and where, without what is unknown', () => {
  const said = {
    playedOn: '2026-06-07',
    startedAt: null,
    scheduleLabel: 'Not before 4:00 PM',
    court: 'Center Court',
  };
  expect(appointmentOf(aMatch())).toStrictEqual(said);
  const known = { scheduledAt: 5, venueOffset: 120 };
  expect(appointmentOf(aMatch(known))).toStrictEqual({ ...said, ...known });
});
