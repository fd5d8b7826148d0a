import { expect, it } from 'vitest';
import { serverEventStatusOf } from '#src/domain/alerts/server-event.ts';
import { aHeld, aTournament } from '../render/held.ts';

it.each([
  ['scheduled', 'scheduled'],
  ['live', 'active'],
  ['finished', 'completed'],
  ['walkover', 'canceled'],
  ['deleted', 'canceled'],
  ['cancelled', 'canceled'],
  ['postponed', 'scheduled'],
])('the server event of a match that is %s is %s', (status, expected) => {
  expect(serverEventStatusOf(aHeld({ status }))).toBe(expected);
});

it.each([
  ['cancelled', 'canceled'],
  ['postponed', 'canceled'],
  ['pending', 'scheduled'],
])('the server event of a match is %s with its tournament: %s', (status, expected) => {
  const tournament = { ...aTournament(), status };
  expect(serverEventStatusOf({ ...aHeld({ status: 'scheduled' }), tournament })).toBe(expected);
});
