import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import {
  courtProgrammes,
  inOrderOfPlay,
  inOrderOfRounds,
  inOrderOfTime,
} from '#src/domain/tournament/order-of-play.ts';
import { aHeld } from '../render/held.ts';
import { aMatch } from './feed.ts';

describe('the order of play', () => {
  it('is sorted by court, named ones first, then by court order; a bye is left out', () => {
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

  const ids = (matches: readonly { readonly match: Match }[]) =>
    matches.map(({ match }) => match.id);

  it('on a court is sorted by scheduled time without a court order, then by id', () => {
    const match = (id: number, more: Partial<Match>) => aMatch({ id, courtOrder: null, ...more });
    const [court] = courtProgrammes({ id: 7, name: 'Madrid P1' }, 120, [
      match(5, {}),
      match(4, {}),
      match(3, { scheduledAt: 20 }),
      match(2, { scheduledAt: 10 }),
      match(1, { courtOrder: 9 }),
    ]);
    expect(court?.matches.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('by rounds has finals first, then is sorted by court; an unknown round comes last', () => {
    const held = [
      aHeld({ id: 1, round: null }),
      aHeld({ id: 2, round: 4, court: 'Court 2' }),
      aHeld({ id: 4, round: 4, court: 'Court 1' }),
      aHeld({ id: 3, round: 4, court: 'Court 1' }),
      aHeld({ id: 5, round: 4, court: null }),
      aHeld({ id: 6, round: 1 }),
    ];
    expect(ids(inOrderOfRounds(held))).toEqual([6, 5, 3, 4, 2, 1]);
  });

  it('has matches in play first, then is sorted by day and by the order of each court', () => {
    const held = [
      aHeld({ id: 1, playedOn: null }),
      aHeld({ id: 2, playedOn: '2026-06-08' }),
      aHeld({ id: 3, courtOrder: 2 }),
      aHeld({ id: 4, courtOrder: 1 }),
      aHeld({ id: 5, courtOrder: null, round: 8 }),
      aHeld({ id: 6, courtOrder: 1, round: 2 }),
      aHeld({ id: 7, playedOn: '2026-06-09', status: 'live' }),
    ];
    expect(ids(inOrderOfPlay(held))).toEqual([7, 5, 6, 4, 3, 2, 1]);
  });

  it('by time places a match without a time 90 minutes after the one before it', () => {
    const on = (court: string, courtOrder: number, scheduleLabel: string | null) =>
      aHeld({ id: courtOrder + Number(court) * 10, court, courtOrder, scheduleLabel });
    const held = [
      on('1', 3, 'Followed by'),
      on('1', 2, 'Followed by'),
      on('1', 1, 'Starting at 10:00'),
      on('2', 1, 'Starting at 11:20'),
      on('2', 2, 'Not before 12:00'),
      on('3', 1, null),
      aHeld({ id: 99, court: '9', status: 'live', scheduleLabel: 'Not before 20:00' }),
    ];
    expect(ids(inOrderOfTime(held))).toEqual([99, 11, 21, 12, 22, 13, 31]);
  });

  it('a chain of "followed by" does not cross days', () => {
    const on = (id: number, playedOn: string, courtOrder: number, scheduleLabel: string | null) =>
      aHeld({ id, playedOn, courtOrder, scheduleLabel });
    const held = [
      on(1, '2026-06-07', 1, 'Starting at 10:00'),
      // 11:30 on the 7th; without a time on the 8th, where it is the first of its court.
      on(2, '2026-06-07', 2, 'Followed by'),
      on(3, '2026-06-08', 2, 'Followed by'),
      aHeld({
        id: 4,
        playedOn: '2026-06-08',
        court: 'Court 2',
        scheduleLabel: 'Starting at 20:00',
      }),
      aHeld({
        id: 5,
        playedOn: '2026-06-07',
        court: 'Court 2',
        scheduleLabel: 'Starting at 12:00',
      }),
    ];
    expect(ids(inOrderOfTime(held))).toEqual([1, 2, 5, 4, 3]);
  });

  it('takes no time from the old estimate of a match that is over', () => {
    const held = [
      aHeld({ id: 1, courtOrder: 1, status: 'finished', scheduleLabel: 'Estimated around 10:00' }),
      aHeld({ id: 2, courtOrder: 2, scheduleLabel: 'Followed by' }),
      aHeld({ id: 3, court: 'Court 2', scheduleLabel: 'Not before 18:00' }),
    ];
    expect(ids(inOrderOfTime(held.slice(1)))).toEqual([3, 2]);
    expect(ids(inOrderOfTime(held))).toEqual([3, 1, 2]);
  });

  it('has a match that was played at its start, not at its old estimate', () => {
    const match = (id: number, more: Partial<Match>) => aMatch({ id, courtOrder: null, ...more });
    const [court] = courtProgrammes({ id: 7, name: 'Madrid P1' }, 120, [
      match(1, { status: 'finished', scheduledAt: 30, startedAt: 10 }),
      match(2, { scheduledAt: 20 }),
    ]);
    expect(court?.matches.map(({ id }) => id)).toEqual([1, 2]);
  });
});
