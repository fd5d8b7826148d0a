import { describe, expect, it } from 'vitest';
import { approximateStart, upcomingStart } from '#src/domain/match/expected-start.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

const at = (scheduleLabel: string): Partial<Match> => ({ scheduleLabel });

const about = (match: Partial<Match>, offset: number | null): string | null => {
  const start = approximateStart(aMatch(match), offset);
  return start === null ? null : new Date(start).toISOString().slice(0, 16);
};

describe('the approximate start of a match', () => {
  it.each<[string, Partial<Match>, number | null, string | null]>([
    ['is its actual start', { startedAt: Date.UTC(2026, 5, 7, 9) }, 120, '2026-06-07T09:00'],
    ['is that of its label', at('Starting at 10:00 AM'), 120, '2026-06-07T08:00'],
    ['is the evening at the venue without one', at('Followed by'), 120, '2026-06-07T16:00'],
    ['is the evening in UTC without a clock', at('Followed by'), null, '2026-06-07T18:00'],
    ['is unknown without a day', { playedOn: null }, 120, null],
    [
      'is its actual start rather than an old estimate',
      {
        status: 'finished',
        scheduleLabel: 'Estimated around 3:30 PM',
        startedAt: Date.UTC(2026, 5, 7, 13, 9),
      },
      120,
      '2026-06-07T13:09',
    ],
    [
      'is no old estimate of a match that is over',
      { status: 'finished', scheduleLabel: 'Estimated around 3:30 PM', scheduledAt: 1 },
      120,
      '2026-06-07T16:00',
    ],
  ])('%s', (_what, match, offset, expected) => {
    expect(about(match, offset)).toBe(expected);
  });
});

const NOON = Date.UTC(2026, 5, 7, 12);
const HOUR = 3_600_000;

describe('the expected start of a match', () => {
  it.each<[string, Partial<Match>, number | null, readonly [string, number] | null]>([
    ['is an announced time', at('Starting at 2:00 PM'), 120, ['announced', NOON]],
    ['is an announced earliest one', at('Not before 14:00'), 120, ['not-before', NOON]],
    ['is an estimated one', at('Estimated around 2:00 PM'), 120, ['estimated', NOON]],
    ['is the instant from the service', { scheduledAt: NOON }, null, ['not-before', NOON]],
    [
      'is the time of its label rather than an instant of the service that is an hour late',
      { scheduleLabel: 'Not before 2:00 PM', scheduledAt: NOON + HOUR, venueOffset: 60 },
      120,
      ['not-before', NOON],
    ],
    [
      'is a time after midnight on the day of the match',
      { scheduleLabel: 'Not before 12:30 AM', scheduledAt: Date.UTC(2026, 5, 6, 22, 30) },
      120,
      ['not-before', Date.UTC(2026, 5, 6, 22, 30)],
    ],
    [
      'is a time after midnight in the night that follows, where the service means that one',
      { scheduleLabel: 'Not before 12:30 AM', scheduledAt: Date.UTC(2026, 5, 7, 22, 30) },
      120,
      ['not-before', Date.UTC(2026, 5, 7, 22, 30)],
    ],
    [
      'is the time of its label in that night, where the service has the wrong clock of the venue',
      { scheduleLabel: 'Not before 12:30 AM', scheduledAt: Date.UTC(2026, 5, 7, 23, 30) },
      120,
      ['not-before', Date.UTC(2026, 5, 7, 22, 30)],
    ],
    [
      'is the time of its label on its day, when the instant is of another day',
      { scheduleLabel: 'Not before 2:00 PM', scheduledAt: NOON + 24 * HOUR },
      120,
      ['not-before', NOON],
    ],
    [
      'is the time of its label before a remark',
      at('Not before 2:00 PM - Possible Court Change'),
      120,
      ['not-before', NOON],
    ],
    [
      'uses the UTC offset of the match itself without a better one',
      { scheduleLabel: 'Starting at 9:00 AM', venueOffset: -180 },
      null,
      ['announced', NOON],
    ],
    [
      'is only estimated when the label names no time',
      { scheduleLabel: 'Followed by', scheduledAt: NOON },
      120,
      ['estimated', NOON],
    ],
    ['is unknown when it follows another match', at('Followed by'), 120, null],
    ['is unknown without a venue clock', at('Estimated around 2:00 PM'), null, null],
    [
      'is the start that some services set in advance',
      { startedAt: NOON, scheduledAt: NOON + 1 },
      120,
      ['announced', NOON],
    ],
    ['is null for a match in play', { status: 'live', scheduledAt: NOON }, 120, null],
  ])('%s', (_what, match, offset, expected) => {
    const start = upcomingStart(aMatch(match), offset);
    expect(start === null ? null : [start.kind, start.at]).toEqual(expected);
  });
});
