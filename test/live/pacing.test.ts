import { describe, expect, it } from 'vitest';
import type { HeldMatch } from '#src/domain/match/state.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import {
  calendarInterval,
  dueToStart,
  listInterval,
  scheduleInterval,
  type PacingInput,
} from '#src/live/pacing.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';

/** 2026-06-07, noon in UTC; in Italy it is 14:00. */
const ROME: Tournament = { ...aTournament(), country: 'IT', level: 'p1' };
const TODAY = '2026-06-07';

const toCome = (match: Parameters<typeof aHeld>[0], tournament = ROME): HeldMatch =>
  aHeld({ status: 'scheduled', startedAt: null, playedOn: TODAY, ...match }, { tournament });

const at = (serviceNow: number, upcoming: readonly HeldMatch[] = []): PacingInput => ({
  serviceNow,
  inPlay: [],
  upcoming,
});

const idsDue = (situation: PacingInput): number[] =>
  dueToStart(situation).map(({ match }) => match.id);

describe('a match is due to begin', () => {
  it('from ten minutes before its time on, for hours', () => {
    const match = toCome({ id: 1, scheduleLabel: 'Not before 4:00 PM' });
    expect(idsDue(at(NOON + 2 * HOUR - 11 * MINUTE, [match]))).toEqual([]);
    expect(idsDue(at(NOON + 2 * HOUR - 10 * MINUTE, [match]))).toEqual([1]);
    expect(idsDue(at(NOON + 10 * HOUR, [match]))).toEqual([1]);
    expect(idsDue(at(NOON + 11 * HOUR, [match]))).toEqual([]);
  });

  it('by its exact start, where the service tells it', () => {
    const order = { scheduleLabel: 'Starting at 3:00 PM', scheduledAt: NOON + HOUR };
    const match = toCome({ id: 1, ...order });
    expect(idsDue(at(NOON, [match]))).toEqual([]);
    expect(idsDue(at(NOON + 50 * MINUTE, [match]))).toEqual([1]);
  });

  it('without a time when it is the next one on its court', () => {
    const [second, third] = [2, 3].map((courtOrder) =>
      toCome({ id: courtOrder, scheduleLabel: 'Followed by', court: 'Centre', courtOrder }),
    );
    const first = toCome({
      id: 1,
      scheduleLabel: 'Starting at 5:00 PM',
      court: 'Centre',
      courtOrder: 1,
    });
    const [a, b] = [second ?? first, third ?? first];
    expect(idsDue(at(NOON, [first, a, b]))).toEqual([]);
    expect(idsDue(at(NOON, [a, b]))).toEqual([2]);
  });

  it('though an estimate says later, when its court is free', () => {
    const next = { court: 'Centre', courtOrder: 2, scheduledAt: NOON + 2 * HOUR };
    const match = toCome({ id: 2, scheduleLabel: 'Estimated around 4:00 PM', ...next });
    expect(idsDue(at(NOON, [match]))).toEqual([2]);
    const before = toCome({
      id: 1,
      scheduleLabel: 'Not before 3:00 PM',
      court: 'Centre',
      courtOrder: 1,
    });
    expect(idsDue(at(NOON, [before, match]))).toEqual([]);
  });

  it('neither at night, nor on another day, nor when it is put off', () => {
    const match = { id: 1, scheduleLabel: null, court: null };
    expect(idsDue(at(NOON - 10 * HOUR, [toCome(match)]))).toEqual([]);
    expect(idsDue(at(NOON, [toCome({ ...match, playedOn: '2026-06-08' })]))).toEqual([]);
    expect(idsDue(at(NOON, [toCome({ ...match, status: 'postponed' })]))).toEqual([]);
  });
});

const pushed = { isPushed: true };

describe('the live list is read', () => {
  const playing = aHeld({ id: 1, status: 'live' }, { tournament: ROME });

  it('densely while nothing is pushed, seldom beside pushes', () => {
    const situation = { ...at(NOON), inPlay: [playing] };
    expect(listInterval(situation, pushed)).toBeLessThanOrEqual(90_000);
    expect(listInterval(situation, { isPushed: false })).toBe(20_000);
  });

  it('not while nothing that it covers can be in play', () => {
    const gold = { ...ROME, level: 'fip_gold' };
    const uncovered = aHeld({ id: 1, status: 'live' }, { tournament: gold });
    expect(listInterval(at(NOON), { isPushed: false })).toBe(Infinity);
    expect(listInterval({ ...at(NOON), inPlay: [uncovered] }, pushed)).toBe(Infinity);
  });
});

describe('the schedule is read', () => {
  const evening = toCome({ id: 1, scheduleLabel: 'Not before 9:00 PM' });

  it.each<[string, PacingInput, boolean, number]>([
    ['within ten minutes on a day of play', at(NOON, [evening]), true, 8 * MINUTE],
    [
      'more often where nothing else tells what begins',
      at(NOON + 7 * HOUR, [evening]),
      false,
      3 * MINUTE,
    ],
    [
      'the evening before, when the order of play comes out',
      at(NOON - 18 * HOUR, [evening]),
      true,
      30 * MINUTE,
    ],
    ['once in two hours at night', at(NOON - 11 * HOUR, [evening]), true, 2 * HOUR],
    ['once in two hours when nothing is on', at(NOON), true, 2 * HOUR],
  ])('%s', (_case, situation, hasList, expected) => {
    expect(scheduleInterval(situation, hasList)).toBe(expected);
  });
});

it('the calendar is read each three hours around a tournament, and four times a day elsewhere', () => {
  const [startDate, endDate] = ['2026-06-09', '2026-06-14'];
  const soon: Tournament = { ...ROME, status: 'pending', startDate, endDate };
  const later: Tournament = { ...soon, startDate: '2026-06-19', endDate: '2026-06-21' };
  expect(calendarInterval([later, soon], NOON)).toBe(3 * HOUR);
  expect(calendarInterval([later], NOON)).toBe(6 * HOUR);
});
