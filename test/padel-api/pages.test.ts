import { expect, it } from 'vitest';
import { itemsOf, pagesOf } from '#src/padel-api/pages.ts';
import { pageOf } from '../live/sources.ts';

const everything = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

it('every page of a list is read, and no more', async () => {
  const asked: number[] = [];
  const pages = pagesOf(({ page, perPage }) => {
    asked.push(page);
    expect(perPage).toBe(50);
    return pageOf([[1, 2], [3], [4]], { page });
  });
  expect(await everything(pages)).toEqual([[1, 2], [3], [4]]);
  expect(asked).toEqual([1, 2, 3]);
});

it('a page without an entry is the last one, however many are said to follow', async () => {
  const asked: number[] = [];
  const items = itemsOf(async ({ page }) => {
    asked.push(page);
    if (page > 10) throw new Error('this would go on for ever');
    const answer = await pageOf([[1], [2], []], { page });
    return { ...answer, value: { ...answer.value, lastPage: page + 1 } };
  });
  expect(await everything(items)).toEqual([1, 2]);
  expect(asked).toEqual([1, 2, 3]);
});

it('a page of which no entry could be read is not the last one', async () => {
  const items = itemsOf(async ({ page }) => {
    const answer = await pageOf([[1], [], [3]], { page });
    return { ...answer, value: { ...answer.value, unreadable: page === 2 ? 5 : 0 } };
  });
  expect(await everything(items)).toEqual([1, 3]);
});
