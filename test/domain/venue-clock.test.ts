import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { courtProgrammes } from '#src/domain/tournament/order-of-play.ts';
import { readLabel } from '#src/domain/tournament/schedule-labels.ts';
import { instantAt, matchOffset, venueOffset } from '#src/domain/tournament/venue-clock.ts';
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
  ])('%s is read', (label, expected) => {
    expect(readLabel(label)).toEqual(expected);
  });
});

/** A match that was to start at ten and did, so many minutes late, where UTC is so far behind. */
const started = (offset: number, late: number, more: Partial<Match> = {}): Match =>
  aMatch({
    scheduleLabel: 'Starting at 10:00 AM',
    startedAt: instantAt('2026-06-07', 600, offset) + late * 60_000,
    status: 'live',
    ...more,
  });

/** The clock of a venue whose country nobody tells. */
const offsetWhere = (matches: readonly Match[]): number | null =>
  venueOffset({ country: null, date: '2026-06-07', matches });

describe('the clock of a venue', () => {
  it.each([
    ['Madrid in summer', 120],
    ['Buenos Aires', -180],
    ['Delhi', 330],
    ['Auckland', 780],
    ['London in winter', 0],
  ])('is known from matches that have started: %s', (_place, offset) => {
    const matches = [started(offset, 0), started(offset, 12), started(offset, 24)];
    expect(offsetWhere(matches)).toBe(offset);
  });

  it('is what the service tells of a match, before anything that follows from starts', () => {
    const matches = [started(120, 0), started(120, 5), aMatch({ venueOffset: 60 })];
    expect(offsetWhere(matches)).toBe(60);
  });

  it.each([
    ['nothing', []],
    ['one match alone', [started(120, 5)]],
    ['matches that disagree', [started(120, 5), started(120, 75)]],
    [
      'labels that name no start',
      [1, 2].map(() => started(120, 5, { scheduleLabel: 'Followed by' })),
    ],
    [
      'the earliest time of a match that came later',
      [1, 2].map(() => started(120, 90, { scheduleLabel: 'Not before 10:00 AM' })),
    ],
    ['matches without a start', [1, 2].map(() => started(120, 5, { startedAt: null }))],
    ['matches without a date', [1, 2].map(() => started(120, 5, { playedOn: null }))],
    ['times that no clock shows', [1, 2].map(() => started(40 * 60, 5))],
  ])('is not known from %s', (_reason, matches) => {
    expect(offsetWhere(matches)).toBeNull();
  });

  it('is what most matches tell, though one was held up by rain', () => {
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
  ])('in %s on %s is %s minutes ahead', (country, date, offset) => {
    expect(venueOffset({ country, date })).toBe(offset);
  });

  it('is that of a country with one clock, though most matches there started late', () => {
    const matches = [started(120, 0), started(120, 75), started(120, 75)];
    expect(venueOffset({ country: 'IT', date: '2026-06-07', matches })).toBe(120);
    expect(venueOffset({ country: 'ES', date: '2026-06-07', matches })).toBe(60);
  });

  it('is what the service tells of a match, before the clock of its country', () => {
    const held = { tournament: { ...aTournament(), country: 'IT' } };
    expect(matchOffset({ ...held, match: aMatch({ venueOffset: 60 }) })).toBe(60);
    expect(matchOffset({ ...held, match: aMatch() })).toBe(120);
  });

  it('turns a local time into an instant', () => {
    expect(new Date(instantAt('2026-06-07', 960, 120)).toISOString()).toBe(
      '2026-06-07T14:00:00.000Z',
    );
  });
});

describe('the order of play', () => {
  it('goes by court, named ones first, and on each in its order; a bye is not played', () => {
    const match = (id: number, court: string | null, courtOrder: number | null) =>
      aMatch({ id, court, courtOrder });
    const courts = courtProgrammes({ id: 7, name: 'Madrid P1' }, 120, [
      match(1, 'Court 10', 1),
      match(2, null, null),
      match(3, 'Court 2', 2),
      match(4, 'Center Court', 1),
      match(5, 'Court 2', 1),
      match(6, 'Court 2', null),
      { ...match(7, null, null), status: 'bye' },
    ]);
    expect(courts.map(({ court, matches }) => [court, ...matches.map(({ id }) => id)])).toEqual([
      ['Center Court', 4],
      ['Court 2', 5, 3, 6],
      ['Court 10', 1],
      [null, 2],
    ]);
  });
});
