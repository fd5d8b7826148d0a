import { expect, it } from 'vitest';
import { houseFigures } from './house.ts';

it('no file has more than 300 lines, and no folder more than 25 files', () => {
  const { longFiles, wideFolders } = houseFigures();
  expect([longFiles, wideFolders]).toEqual([[], []]);
});

it('every line of the bot is counted for one capability', () => {
  const { lines, capabilities } = houseFigures();
  expect(capabilities.reduce((sum, each) => sum + each.lines, 0)).toBe(lines);
});
