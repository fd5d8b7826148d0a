import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { readLabel } from '#src/domain/match/schedule-labels.ts';
import {
  dayStartOf,
  instantAt,
  likelyOffset,
  matchOffset,
  venueOffset,
} from '#src/domain/match/venue-clock.ts';
import { aTournament } from '../render/held.ts';
import { aMatch } from './feed.ts';

describe('the label of a match', () => {
  it.each([
    ['Starting at 10:00 AM', { kind: 'starting', minutes: 600 }],
    ['Starting at 12:30 AM', { kind: 'starting', minutes: 30 }],
    ['Starting at 12:00 PM', { kind: 'starting', minutes: 720 }],
    ['starting at 9.30', { kind: 'starting', minutes: 570 }],
    ['Not before 4:00 PM', { kind: 'not-before', minutes: 960 }],
    ['Not before 16:00', { kind: 'not-before', minutes: 960 }],
    ['Not before 4 p.m.', { kind: 'not-before', minutes: 960 }],
    ['Estimated around 12:30 PM', { kind: 'estimated', minutes: 750 }],
    ['Estimated 12:30', { kind: 'estimated', minutes: 750 }],
    ['Estimated around lunch', { kind: 'other' }],
    ['Followed by', { kind: 'followed-by' }],
    ['', { kind: 'followed-by' }],
    [null, { kind: 'followed-by' }],
    ['Not before 25:00', { kind: 'other' }],
    ['Not before 13:00 PM', { kind: 'other' }],
    ['Not before lunch', { kind: 'other' }],
    ['TBA', { kind: 'other' }],
    ['  Followed   by ', { kind: 'followed-by' }],
    ['Followed by rain', { kind: 'other' }],
    ['Starting at 16:00', { kind: 'starting', minutes: 960 }],
    ['Starting at 4 PM', { kind: 'starting', minutes: 960 }],
    [
      'Not before 3:00 PM - Possible Court Change',
      { kind: 'not-before', minutes: 900, remark: 'Possible Court Change' },
    ],
    ['Starting at 15:00 (indoors)', { kind: 'starting', minutes: 900, remark: 'indoors' }],
    ['Starting at 9:30 AM- indoors', { kind: 'starting', minutes: 570, remark: 'indoors' }],
    [
      'Estimated around 15:00, on Court 2',
      { kind: 'estimated', minutes: 900, remark: 'on Court 2' },
    ],
    ['Followed by – indoors', { kind: 'followed-by', remark: 'indoors' }],
    ['Not before 3:00 PM - ', { kind: 'not-before', minutes: 900 }],
    ['Not before lunch - indoors', { kind: 'other' }],
    ['Starting at 10 minutes to four', { kind: 'other' }],
    ['Not followed by', { kind: 'other' }],
    ['Starting at 10', { kind: 'starting', minutes: 600 }],
    ['Starting at 1 AM', { kind: 'starting', minutes: 60 }],
    ['Not before 23:59', { kind: 'not-before', minutes: 1_439 }],
    ['Not before 24:00', { kind: 'other' }],
    ['Not before 9:60', { kind: 'other' }],
    ['Not before 0:30 AM', { kind: 'other' }],
    ['Not before', { kind: 'other' }],
  ])('%s is read', (label, expected) => {
    expect(readLabel(label)).toEqual(expected);
  });

  it('has a remark of bounded length', () => {
    const label = readLabel(`Not before 3:00 PM - ${'x'.repeat(10_000)}`);
    expect(label).toEqual({ kind: 'not-before', minutes: 900, remark: 'x'.repeat(80) });
  });
});

/** A match scheduled at ten that started so many minutes late, at a UTC offset in minutes. */
const started = (offset: number, late: number, more: Partial<Match> = {}): Match =>
  aMatch({
    scheduleLabel: 'Starting at 10:00 AM',
    startedAt: instantAt('2026-06-07', 600, offset) + late * 60_000,
    status: 'live',
    ...more,
  });

/** The UTC offset of a venue in an unknown country. */
const offsetWhere = (matches: readonly Match[]): number | null =>
  venueOffset(null, '2026-06-07', matches);

describe('the clock of a venue', () => {
  it.each([
    ['Madrid in summer', 120],
    ['Buenos Aires', -180],
    ['Delhi', 330],
    ['Auckland', 780],
    ['Baker Island, the westernmost', -720],
    ['the Line Islands, the easternmost', 840],
    ['London in winter', 0],
  ])('is known from matches that have started: %s', (_place, offset) => {
    const matches = [started(offset, 0), started(offset, 12), started(offset, 24)];
    expect(offsetWhere(matches)).toBe(offset);
  });

  it('is the offset that the service sends with a match, rather than one derived from starts', () => {
    const matches = [started(120, 0), started(120, 5), aMatch({ venueOffset: 60 })];
    expect(offsetWhere(matches)).toBe(60);
  });

  it.each([
    ['nothing', []],
    ['one match alone', [started(120, 5)]],
    ['half of the matches', [1, 1, 9, 9].map((hour) => started(hour * 60, 5))],
    ['two of five', [1, 1, 5, 7, 9].map((hour) => started(hour * 60, 5))],
    ['matches that disagree', [started(120, 5), started(120, 75)]],
    ['labels without a start', [1, 2].map(() => started(120, 5, { scheduleLabel: 'Followed by' }))],
    [
      'an earliest time when the match started later',
      [1, 2].map(() => started(120, 90, { scheduleLabel: 'Not before 10:00 AM' })),
    ],
    ['matches without a start', [1, 2].map(() => started(120, 5, { startedAt: null }))],
    ['matches without a date', [1, 2].map(() => started(120, 5, { playedOn: null }))],
    ['times that no clock shows', [1, 2].map(() => started(40 * 60, 5))],
  ])('is not known from %s', (_reason, matches) => {
    expect(offsetWhere(matches)).toBeNull();
  });

  it('is the offset that most starts give, even when rain delayed one', () => {
    expect(offsetWhere([started(120, 5), started(120, 15), started(120, 95)])).toBe(120);
  });

  it.each([
    ['IT', '2026-06-07', 120],
    ['it', '2026-12-07', 60],
    ['GB', '2026-12-07', 0],
    ['DE', '2026-06-07', 120],
    ['NZ', '2026-06-07', null],
    ['ZZ', '2026-06-07', null],
    ['Italy', '2026-06-07', null],
    ['IN', '2026-06-07', 330],
    ['AR', '2026-06-07', -180],
    ['ES', '2026-06-07', null],
    ['MX', '2026-06-07', null],
    [null, '2026-06-07', null],
    ['IT', 'soon', null],
    ['ITA', '2026-06-07', null],
    ['+IT', '2026-06-07', null],
    ['IT', null, null],
  ])('in %s on %s is %s minutes ahead', (country, date, offset) => {
    expect(venueOffset({ country }, date)).toBe(offset);
  });

  it('is that of a country with one time zone, even when most matches there started late', () => {
    const matches = [started(120, 0), started(120, 75), started(120, 75)];
    expect(venueOffset({ country: 'IT' }, '2026-06-07', matches)).toBe(120);
    expect(venueOffset({ country: 'ES' }, '2026-06-07', matches)).toBe(60);
  });

  it('is that of its time zone, else of its country, rather than what the service sends', () => {
    const match = aMatch({ venueOffset: 60 });
    const at = (country: string, timeZone?: string) =>
      matchOffset({
        match,
        tournament: { ...aTournament(), country, ...(timeZone === undefined ? {} : { timeZone }) },
      });
    expect(at('ES', 'Atlantic/Canary')).toBe(60);
    expect(at('ES', 'Europe/Madrid')).toBe(120);
    // Overseas a zone is no zone of the country.
    expect(at('FR', 'America/Guadeloupe')).toBe(-240);
    expect(at('IT')).toBe(120);
    expect(at('ES')).toBe(60);
  });

  it('changes with summer time inside a tournament', () => {
    const venue = { country: 'ES', timeZone: 'Europe/Madrid' };
    const days = ['2026-10-24', '2026-10-25', '2026-10-26'];
    expect(days.map((date) => venueOffset(venue, date))).toEqual([120, 60, 60]);
    const sent = [
      aMatch({ playedOn: '2026-10-24', venueOffset: 120 }),
      aMatch({ playedOn: '2026-10-25', venueOffset: 60 }),
    ];
    expect(days.map((date) => venueOffset({ country: 'ES' }, date, sent))).toEqual([120, 60, 120]);
  });

  it('is not known from one match alone, though the list has it again', () => {
    const match = started(120, 5);
    expect(matchOffset({ match, tournament: null }, [match])).toBeNull();
  });

  it.each([
    ['of the match', 'ES', { venueOffset: 60 }, 60],
    ['of its country', 'IT', {}, 120],
    ['of most venues in its country', 'es', {}, 120],
    ['of most venues there on that day', 'ES', { playedOn: '2026-12-07' }, 60],
    ['of UTC, without a day', 'ES', { playedOn: null }, 0],
    ['of UTC, in a country with several', 'NZ', {}, 0],
    ['of UTC, without a country', null, {}, 0],
  ])('is likely that %s', (_which, country, match, expected) => {
    const tournament = { ...aTournament(), country };
    expect(likelyOffset({ match: aMatch(match), tournament })).toBe(expected);
    expect(matchOffset({ match: aMatch(), tournament: null })).toBeNull();
    expect(likelyOffset({ match: aMatch(), tournament: null })).toBe(0);
  });

  it('begins the day of a match at midnight there, and no day without a date', () => {
    const tournament = { ...aTournament(), country: 'IT' };
    const match = aMatch({ playedOn: '2026-06-07' });
    expect(dayStartOf({ match, tournament })).toBe(Date.parse('2026-06-06T22:00:00Z'));
    expect(dayStartOf({ match: aMatch({ playedOn: null }), tournament })).toBeNull();
  });

  it('turns a local time into an instant', () => {
    expect(new Date(instantAt('2026-06-07', 960, 120)).toISOString()).toBe(
      '2026-06-07T14:00:00.000Z',
    );
  });
});
