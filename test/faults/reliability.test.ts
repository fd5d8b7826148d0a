import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAULTS } from './reliability.ts';

it('docs/reliability.md has a row for every fault that is tried', () => {
  const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  const [, , ...names] = rows.map((row) => row.split('|')[1]?.trim());
  expect(names).toEqual(Object.values(FAULTS).map(({ fault }) => fault));
});
