import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';

const root = join(import.meta.dirname, '../..');

test('each fault has exactly one place in its file and a test file that exists', () => {
  const stale = FAULTS.filter(({ file, find, test: noticedBy }) => {
    const text = readFileSync(join(root, file), 'utf8');
    return text.split(find).length !== 2 || !existsSync(join(root, noticedBy));
  });
  expect(stale).toEqual([]);
});
