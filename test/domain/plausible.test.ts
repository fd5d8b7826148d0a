import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { withoutLaterStart, withoutImplausible } from '#src/domain/match/plausible.ts';
import { aMatch } from './feed.ts';
import { sets } from './written.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** 16:00 at the venue. */
const FOUR = Date.UTC(2026, 5, 7, 14);

const played = (more: Partial<Match>): Match =>
  aMatch({
    status: 'finished',
    scheduleLabel: 'Starting at 4:00 PM',
    venueOffset: 120,
    score: sets('6-2 6-3'),
    ...more,
  });

describe('the start of a match', () => {
  it.each<[string, Partial<Match>, number]>([
    ['nine minutes late', {}, FOUR + 9 * MINUTE],
    ['half an hour early', {}, FOUR - 30 * MINUTE],
    ['an hour early, where the clock of the venue is an hour wrong', {}, FOUR - 100 * MINUTE],
    ['a day late, after rain', {}, FOUR + 24 * HOUR],
    ['hours before an estimate', { scheduleLabel: 'Estimated around 4:00 PM' }, FOUR - 5 * HOUR],
    ['early without a time', { scheduleLabel: null }, FOUR - 12 * HOUR],
  ])('is believed: %s', (_what, more, startedAt) => {
    const match = played({ ...more, startedAt });
    expect(withoutImplausible(match)).toEqual(match);
  });

  it('is believed without a clock of the venue', () => {
    const match = aMatch({ status: 'finished', startedAt: FOUR - 12 * HOUR });
    expect(withoutImplausible(match)).toEqual(match);
  });

  it.each<[string, Partial<Match>, number]>([
    ['12 hours before its label', {}, FOUR - 12 * HOUR + 9 * MINUTE],
    ['12 hours before an estimate', { scheduleLabel: 'Estimated around 16:00' }, FOUR - 12 * HOUR],
    ['12 hours before the instant of the service', { scheduledAt: FOUR }, FOUR - 12 * HOUR],
    ['two hours before its label', {}, FOUR - 2 * HOUR],
  ])('is not believed, though the match is kept: %s', (_what, more, startedAt) => {
    const match = played({ ...more, startedAt });
    expect(withoutImplausible(match)).toEqual({ ...match, startedAt: null });
  });

  it.each(['live', 'ended', 'finished', 'retired', 'walkover', 'suspended'])(
    'is not believed after its record, nor in the future of the service: %s',
    (status) => {
      const match = played({ status, startedAt: FOUR });
      expect(withoutLaterStart(match, FOUR - 2 * MINUTE).startedAt).toBeNull();
      expect(withoutLaterStart(match, FOUR - 30_000)).toBe(match);
      expect(withoutLaterStart(match, FOUR + HOUR)).toBe(match);
    },
  );

  it('may be planned for an upcoming match', () => {
    const match = played({ status: 'scheduled', startedAt: FOUR });
    expect(withoutLaterStart(match, FOUR - 8 * HOUR)).toBe(match);
  });
});

describe('the duration of a match', () => {
  it.each<[string, number | null, string | null, number | null]>([
    ['is believed', 80, '6-2 6-3', 80],
    ['is believed over three hours, after rain', 290, '6-2 6-3', 290],
    ['is believed over five hours for many games', 310, '7-6(4) 6-7(2) 7-6(9)', 310],
    ['is not believed over five hours, at nine minutes a game', 351, '7-6(4) 6-7(2) 7-6(9)', null],
    ['is not believed as 14:59 for two sets', 899, '6-2 6-3', null],
    ['is not believed over five hours without a score', 301, null, null],
    ['stays unknown', null, '6-2 6-3', null],
  ])('%s', (_what, duration, score, expected) => {
    const match = played({ duration, score: score === null ? null : sets(score) });
    expect(withoutImplausible(match)).toEqual({ ...match, duration: expected });
  });
});
