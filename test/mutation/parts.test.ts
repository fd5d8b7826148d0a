import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARTS } from './parts.ts';

test.each(PARTS)('every pattern of $name matches files', ({ mutate, tests }) => {
  const patterns = [...mutate, ...tests].map((pattern) => pattern.replace(/^!/, ''));
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});
