import { expect, it } from 'vitest';
import { pageOf, withinBounds } from '#src/padel-api/wire/envelope.ts';
import { editionWire } from '#src/padel-api/wire/tournaments.ts';
import tournaments from '../shapes/tournaments.json' with { type: 'json' };
import { pageOnWire } from './service.ts';

const winnersOf = (winners: unknown) =>
  editionWire
    .parse(withinBounds({ id: 1, start_date: '2025-06-02', winners }))
    .winners.map(({ category, name }) => [category, name].join(' '));

const VEGA = { id: 1, self: '/api/players/1', name: 'Ana Vega', short_name: 'Vega' };
const LAMAS = { id: 2, name: 'Eva Lamas', short_name: 'Lamas' };

it('reads the recorded records of tournaments, whose winners are empty', () => {
  const { items, unreadable } = pageOf(editionWire).parse(tournaments);
  expect(unreadable).toBe(0);
  expect(items.map(({ id }) => id)).toEqual(tournaments.data.map(({ id }) => id));
  expect(items.flatMap(({ winners }) => winners)).toEqual([]);
});

it.each([
  ['a row for each pair', [{ category: 'women', players: [VEGA, LAMAS] }], 'women'],
  ['players', [VEGA, LAMAS], ''],
  ['players by category', { women: [VEGA, LAMAS], men: [] }, 'women'],
  ['a pair by category', { women: { name: 'Pair', players: [VEGA, LAMAS] } }, 'women'],
  ['names', ['Ana Vega', 'Eva Lamas'], ''],
])('reads winners as %s', (_case, winners, category) => {
  expect(winnersOf(winners)).toEqual([`${category} Ana Vega`, `${category} Eva Lamas`]);
});

it('reads the name of a row without readable players', () => {
  const row = { category: 'men', name: 'Paz / Rey', players: 'hidden_free_plan' };
  expect(winnersOf([row, { name: 'Spain', players: [{ id: 1 }, null] }])).toEqual([
    'men Paz / Rey',
    ' Spain',
  ]);
});

it.each([
  ['absent', undefined],
  ['null', null],
  ['masked', 'hidden_free_plan'],
  ['masked rows', ['hidden_free_plan']],
  ['a number', 7],
  ['text that is no list', 'Ana Vega'],
  ['a name of 10,000 characters', ['x'.repeat(10_000), { name: 'y'.repeat(10_000) }]],
  ['invisible names', ['\u200b', { name: '\u202e' }]],
  ['rows of other types', [null, 7, true, [[]], {}, { name: {} }, { players: {} }]],
  ['rows in rows', [[[[[[['deep']]]]]]]],
])('knows no winners where they are %s', (_case, winners) => {
  expect(winnersOf(winners)).toEqual([]);
});

it('reads a bounded number of winners', () => {
  const many = Array.from({ length: 900 }, () => ({ players: Array(900).fill(VEGA) }));
  expect(winnersOf(many)).toHaveLength(12);
});

it('leaves out a year without an id, and keeps the others', () => {
  const page = pageOnWire([{ id: null }, { id: 4, start_date: 'soon' }]);
  expect(pageOf(editionWire).parse(page)).toMatchObject({
    items: [{ id: 4, startDate: null, winners: [] }],
    unreadable: 1,
  });
});
