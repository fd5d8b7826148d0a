import { describe, expect, it } from 'vitest';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import type { DrawKind } from '#src/domain/match/tie.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import {
  calendarInterval,
  dueToStart,
  listInterval,
  needsAllDraws,
  scheduleInterval,
  type PacingInput,
} from '#src/live/pacing.ts';
import { aGame, aSet, inPlay } from '../domain/written.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';

/** 2026-06-07, noon in UTC; in Italy it is 14:00. */
const ROME: Tournament = { ...aTournament(), country: 'IT', level: 'p1' };
const TODAY = '2026-06-07';

const anUpcoming = (match: Parameters<typeof aHeld>[0], tournament = ROME): TrackedMatch =>
  aHeld({ status: 'scheduled', startedAt: null, playedOn: TODAY, ...match }, { tournament });

const at = (serviceNow: number, upcoming: readonly TrackedMatch[] = []): PacingInput => ({
  serviceNow,
  inPlay: [],
  interrupted: [],
  upcoming,
});

const idsDue = (situation: PacingInput): number[] =>
  dueToStart(situation).map(({ match }) => match.id);

describe('the matches due to start', () => {
  it('include a match from ten minutes before its time until eight hours after it', () => {
    const match = anUpcoming({ id: 1, scheduleLabel: 'Not before 4:00 PM' });
    expect(idsDue(at(NOON + 2 * HOUR - 11 * MINUTE, [match]))).toEqual([]);
    expect(idsDue(at(NOON + 2 * HOUR - 10 * MINUTE, [match]))).toEqual([1]);
    expect(idsDue(at(NOON + 10 * HOUR, [match]))).toEqual([1]);
    expect(idsDue(at(NOON + 11 * HOUR, [match]))).toEqual([]);
  });

  it('are found by their exact start where the service sends it', () => {
    const order = { scheduleLabel: 'Starting at 3:00 PM', scheduledAt: NOON + HOUR };
    const match = anUpcoming({ id: 1, ...order });
    expect(idsDue(at(NOON, [match]))).toEqual([]);
    expect(idsDue(at(NOON + 50 * MINUTE, [match]))).toEqual([1]);
  });

  it('include a match without a time when it is the next one on its court', () => {
    const [second, third] = [2, 3].map((courtOrder) =>
      anUpcoming({ id: courtOrder, scheduleLabel: 'Followed by', court: 'Centre', courtOrder }),
    );
    const first = anUpcoming({
      id: 1,
      scheduleLabel: 'Starting at 5:00 PM',
      court: 'Centre',
      courtOrder: 1,
    });
    const [a, b] = [second ?? first, third ?? first];
    expect(idsDue(at(NOON, [first, a, b]))).toEqual([]);
    expect(idsDue(at(NOON, [a, b]))).toEqual([2]);
  });

  it('include a match before its estimated time when its court is free', () => {
    const next = { court: 'Centre', courtOrder: 2, scheduledAt: NOON + 2 * HOUR };
    const match = anUpcoming({ id: 2, scheduleLabel: 'Estimated around 4:00 PM', ...next });
    expect(idsDue(at(NOON, [match]))).toEqual([2]);
    const before = anUpcoming({
      id: 1,
      scheduleLabel: 'Not before 3:00 PM',
      court: 'Centre',
      courtOrder: 1,
    });
    expect(idsDue(at(NOON, [before, match]))).toEqual([]);
  });

  it('include no match at night, on another day, or when it is postponed', () => {
    const match = { id: 1, scheduleLabel: null, court: null };
    expect(idsDue(at(NOON - 10 * HOUR, [anUpcoming(match)]))).toEqual([]);
    expect(idsDue(at(NOON, [anUpcoming({ ...match, playedOn: '2026-06-08' })]))).toEqual([]);
    expect(idsDue(at(NOON, [anUpcoming({ ...match, status: 'postponed' })]))).toEqual([]);
  });
});

const pushed = { isConnected: true, arrive: () => true, pushedAfterMs: () => 0 };
const alone = { ...pushed, isConnected: false, arrive: () => false };

/** The only match of its day, in the rain. */
const suspended = aHeld({ id: 1, status: 'suspended', playedOn: TODAY }, { tournament: ROME });
const raining = (serviceNow: number): PacingInput => ({
  ...at(serviceNow),
  interrupted: [suspended],
});

describe('the interval of the live list', () => {
  const playing = aHeld({ id: 1, status: 'live' }, { tournament: ROME });

  it('is 20 seconds while nothing is pushed, and at most 90 otherwise', () => {
    const situation = { ...at(NOON), inPlay: [playing] };
    expect(listInterval(situation, pushed)).toBeLessThanOrEqual(90_000);
    expect(listInterval(situation, alone)).toBe(20_000);
  });

  it.each([
    ['20 seconds in the evening', NOON + 6 * HOUR, 20_000],
    ['infinite at night', NOON + 12 * HOUR, Infinity],
    ['20 seconds on the next day', NOON + 22 * HOUR, 20_000],
    ['infinite on the day after that', NOON + 46 * HOUR, Infinity],
  ])('is %s while a match is suspended', (_when, serviceNow, expected) => {
    expect(listInterval(raining(serviceNow), alone)).toBe(expected);
  });

  it('is 36 seconds for the sake of one match that is not pushed, until its play is over', () => {
    const arrive = ({ match }: TrackedMatch) => match.id !== 2;
    const withSecond = (status: string): PacingInput => ({
      ...at(NOON),
      inPlay: [playing, aHeld({ id: 2, status }, { tournament: ROME })],
    });
    expect(listInterval(withSecond('live'), { ...pushed, arrive })).toBe(36_000);
    expect(listInterval(withSecond('ended'), { ...pushed, arrive })).toBe(90_000);
  });

  it.each([
    ['one point', '5-4', '40:15', 60_000],
    ['two points', '3-5', '0:30', 80_000],
    ['one point of a tie-break', '6-6', '4:6', 60_000],
    ['a whole game', '5-4', '', 90_000],
    ['more than a game', '4-4', '40:0', 90_000],
  ])('is shorter after news when %s may end the set', (_what, games, said, expected) => {
    const state = inPlay(aSet(1, null, aGame(games, said)));
    const situation = { ...at(NOON), inPlay: [{ ...playing, state }] };
    expect(listInterval(situation, pushed)).toBe(expected);
    expect(listInterval(situation, { ...pushed, pushedAfterMs: () => 5_000 })).toBe(
      Math.min(expected + 5_000, 90_000),
    );
  });

  it('is infinite while only the record of an ended match is missing', () => {
    const ended = aHeld({ id: 1, status: 'ended' }, { tournament: ROME });
    expect(listInterval({ ...at(NOON), inPlay: [ended] }, alone)).toBe(Infinity);
  });

  it('is at most 90 seconds when a match is due to start, though nothing is pushed of it yet', () => {
    const due = anUpcoming({ id: 1, scheduleLabel: 'Not before 2:00 PM' });
    expect(listInterval(at(NOON, [due]), { ...alone, isConnected: true })).toBe(90_000);
  });

  it.each(['fip_gold', 'fip_silver', 'fip_other', 'a level of next year', ''])(
    'is infinite while only matches of the level %j can be in play: it has no points',
    (level) => {
      const uncovered = aHeld({ id: 1, status: 'live' }, { tournament: { ...ROME, level } });
      const unknown = aHeld({ id: 2, status: 'live' }, { tournament: null });
      expect(listInterval(at(NOON), alone)).toBe(Infinity);
      expect(listInterval({ ...at(NOON), inPlay: [uncovered, unknown] }, alone)).toBe(Infinity);
    },
  );
});

it('all draws are needed while a match with points outside the main draw may be in play', () => {
  const of = (draw: DrawKind, level: string): boolean =>
    needsAllDraws({
      ...at(NOON),
      inPlay: [aHeld({ id: 1, status: 'live', draw }, { tournament: { ...ROME, level } })],
    });
  expect([of('qualy', 'p1'), of('group', 'finals'), of('main', 'p1')]).toEqual([true, true, false]);
  expect(of('qualy', 'fip_gold')).toBe(false);
  const due = anUpcoming({ id: 1, scheduleLabel: 'Not before 2:00 PM', draw: 'qualy' });
  expect(needsAllDraws(at(NOON, [due]))).toBe(true);
  expect(needsAllDraws(at(NOON - 2 * HOUR, [due]))).toBe(false);
});

describe('the interval of the schedule', () => {
  const evening = anUpcoming({ id: 1, scheduleLabel: 'Not before 9:00 PM' });

  it.each<[string, PacingInput, boolean, number]>([
    ['is eight minutes on a day of play', at(NOON, [evening]), true, 8 * MINUTE],
    [
      'is three minutes where nothing else shows starts',
      at(NOON + 7 * HOUR, [evening]),
      false,
      3 * MINUTE,
    ],
    [
      'is thirty minutes on the evening before, when the order of play is published',
      at(NOON - 18 * HOUR, [evening]),
      true,
      30 * MINUTE,
    ],
    ['is two hours at night', at(NOON - 11 * HOUR, [evening]), true, 2 * HOUR],
    ['is that of a match in play while a match is suspended', raining(NOON), true, 8 * MINUTE],
    ['is 3 minutes when only it reports that play resumes', raining(NOON), false, 3 * MINUTE],
    ['is two hours when nothing is on', at(NOON), true, 2 * HOUR],
  ])('%s', (_case, situation, hasList, expected) => {
    expect(scheduleInterval(situation, hasList)).toBe(expected);
  });
});

it('the calendar is read every three hours around a tournament, and otherwise every six', () => {
  const [startDate, endDate] = ['2026-06-09', '2026-06-14'];
  const soon: Tournament = { ...ROME, status: 'pending', startDate, endDate };
  const later: Tournament = { ...soon, startDate: '2026-06-19', endDate: '2026-06-21' };
  expect(calendarInterval([later, soon], NOON)).toBe(3 * HOUR);
  expect(calendarInterval([later], NOON)).toBe(6 * HOUR);
});
