import { expect, it } from 'vitest';
import { createGrowingRests } from '#src/lib/growing-rests.ts';

it('what fails again and again rests for longer, up to the longest, and others do not', () => {
  let now = 0;
  const rests = createGrowingRests<string>({ first: 1_000, longest: 3_000, now: () => now });
  expect(rests.left('a')).toBe(0);
  expect([rests.begin('a'), rests.left('a')]).toEqual([1_000, 1_000]);
  now = 999;
  expect(rests.left('a')).toBe(1);
  now = 1_000;
  expect([rests.left('a'), rests.left('b')]).toEqual([0, 0]);
  expect([rests.begin('a'), rests.begin('a'), rests.begin('b')]).toEqual([2_000, 3_000, 1_000]);
  expect(rests.count()).toBe(2);
  rests.end('a');
  expect([rests.count(), rests.left('a'), rests.begin('a')]).toEqual([1, 0, 1_000]);
});
