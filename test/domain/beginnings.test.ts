import { describe, expect, it } from 'vitest';
import { approximateStart, upcomingStart } from '#src/domain/match/expected-start.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

const about = (match: Partial<Match>, offset: number | null): string | null => {
  const at = approximateStart(aMatch(match), offset);
  return at === null ? null : new Date(at).toISOString().slice(0, 16);
};

describe('the approximate start of a match', () => {
  it.each<[string, Partial<Match>, number | null, string | null]>([
    ['is its actual start', { startedAt: Date.UTC(2026, 5, 7, 9) }, 120, '2026-06-07T09:00'],
    [
      'is the time of its label',
      { scheduleLabel: 'Starting at 10:00 AM' },
      120,
      '2026-06-07T08:00',
    ],
    [
      'is the evening at the venue without such a time',
      { scheduleLabel: 'Followed by' },
      120,
      '2026-06-07T16:00',
    ],
    [
      'is the evening in UTC without a venue clock',
      { scheduleLabel: 'Followed by' },
      null,
      '2026-06-07T18:00',
    ],
    ['is unknown without a day', { playedOn: null }, 120, null],
  ])('%s', (_what, match, offset, expected) => {
    expect(about(match, offset)).toBe(expected);
  });
});

const NOON = Date.UTC(2026, 5, 7, 12);

describe('the expected start of a match', () => {
  it.each<[string, Partial<Match>, number | null, readonly [string, number] | null]>([
    ['is an announced time', { scheduleLabel: 'Starting at 2:00 PM' }, 120, ['announced', NOON]],
    [
      'is an announced earliest time',
      { scheduleLabel: 'Not before 14:00' },
      120,
      ['not-before', NOON],
    ],
    [
      'is an estimated time',
      { scheduleLabel: 'Estimated around 2:00 PM' },
      120,
      ['estimated', NOON],
    ],
    ['is the instant from the service', { scheduledAt: NOON }, null, ['not-before', NOON]],
    [
      'is the instant from the service, whatever the venue clock',
      { scheduledAt: NOON },
      120,
      ['not-before', NOON],
    ],
    [
      'uses the UTC offset of the match itself',
      { scheduleLabel: 'Starting at 9:00 AM', venueOffset: -180 },
      120,
      ['announced', NOON],
    ],
    [
      'is only estimated when the label names no time',
      { scheduleLabel: 'Followed by', scheduledAt: NOON },
      120,
      ['estimated', NOON],
    ],
    ['is unknown when it follows another match', { scheduleLabel: 'Followed by' }, 120, null],
    ['is unknown without a venue clock', { scheduleLabel: 'Estimated around 2:00 PM' }, null, null],
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
