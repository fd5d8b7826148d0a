import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAULTS } from './reliability.ts';

it('docs/reliability.md has a row for every tested fault, in the same order', () => {
  const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');
  // Only the first table: a later one holds the figures of mutation testing.
  const [table = ''] = page.slice(page.indexOf('| Fault')).split('\n\n');
  const rows = table.split('\n');
  const [, , ...names] = rows.map((row) => row.split('|')[1]?.trim());
  expect(names).toEqual(Object.values(FAULTS).map(({ fault }) => fault));
});
