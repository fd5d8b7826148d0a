import { describe, expect, it } from 'vitest';
import { beginsAbout } from '#src/domain/beginnings.ts';
import type { Match } from '#src/domain/match.ts';
import { aMatch } from './feed.ts';

const about = (match: Partial<Match>, offset: number | null): string | null => {
  const at = beginsAbout({ match: aMatch(match) }, offset);
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
