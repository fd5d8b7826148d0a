import { describe, expect, it } from 'vitest';
import { approximateStart, upcomingStart } from '#src/domain/match/expected-start.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

const about = (match: Partial<Match>, offset: number | null): string | null => {
  const at = approximateStart(aMatch(match), offset);
  return at === null ? null : new Date(at).toISOString().slice(0, 16);
};

describe('about when a match begins', () => {
  it.each<[string, Partial<Match>, number | null, string | null]>([
    ['is when it began', { startedAt: Date.UTC(2026, 5, 7, 9) }, 120, '2026-06-07T09:00'],
    [
      'is the time of its label',
      { scheduleLabel: 'Starting at 10:00 AM' },
      120,
      '2026-06-07T08:00',
    ],
    ['is its evening without one', { scheduleLabel: 'Followed by' }, 120, '2026-06-07T16:00'],
    ['is its evening somewhere', { scheduleLabel: 'Followed by' }, null, '2026-06-07T18:00'],
    ['is not known without a day', { playedOn: null }, 120, null],
  ])('%s', (_what, match, offset, expected) => {
    expect(about(match, offset)).toBe(expected);
  });
});

const NOON = Date.UTC(2026, 5, 7, 12);

describe('when a match is expected to begin', () => {
  it.each<[string, Partial<Match>, number | null, readonly [string, number] | null]>([
    ['is announced', { scheduleLabel: 'Starting at 2:00 PM' }, 120, ['announced', NOON]],
    [
      'is announced as an earliest time',
      { scheduleLabel: 'Not before 14:00' },
      120,
      ['not-before', NOON],
    ],
    ['is estimated', { scheduleLabel: 'Estimated around 2:00 PM' }, 120, ['estimated', NOON]],
    ['is the instant that is told', { scheduledAt: NOON }, null, ['not-before', NOON]],
    ['is that instant, whatever the clock', { scheduledAt: NOON }, 120, ['not-before', NOON]],
    [
      'goes by the clock that the match tells',
      { scheduleLabel: 'Starting at 9:00 AM', venueOffset: -180 },
      120,
      ['announced', NOON],
    ],
    [
      'is announced by a label alone',
      { scheduleLabel: 'Followed by', scheduledAt: NOON },
      120,
      ['estimated', NOON],
    ],
    ['is not known after another match', { scheduleLabel: 'Followed by' }, 120, null],
    ['is not known without a clock', { scheduleLabel: 'Estimated around 2:00 PM' }, null, null],
    [
      'is where some services put a start already',
      { startedAt: NOON, scheduledAt: NOON + 1 },
      120,
      ['announced', NOON],
    ],
    ['is past for a match on court', { status: 'live', scheduledAt: NOON }, 120, null],
  ])('%s', (_what, match, offset, expected) => {
    const start = upcomingStart(aMatch(match), offset);
    expect(start === null ? null : [start.kind, start.at]).toEqual(expected);
  });
});
