import { describe, expect, it } from 'vitest';
import { pagesOf, wholeList } from '#src/padel-api/request/pages.ts';
import { pageOf } from '../live/sources.ts';

const everything = async <T>(pages: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

it('every page of a list is read, and no more', async () => {
  const requestedPages: number[] = [];
  const pages = pagesOf(({ page, perPage }) => {
    requestedPages.push(page);
    expect(perPage).toBe(50);
    return pageOf([[1, 2], [3], [4]], { page });
  });
  expect(await everything(pages)).toEqual([[1, 2], [3], [4]]);
  expect(requestedPages).toEqual([1, 2, 3]);
});

it('a page without items is the last one, whatever the page count says', async () => {
  const requestedPages: number[] = [];
  const pages = pagesOf(async ({ page }) => {
    requestedPages.push(page);
    if (page > 10) throw new Error('this would go on for ever');
    const answer = await pageOf([[1], [2], []], { page });
    return { ...answer, value: { ...answer.value, lastPage: page + 1 } };
  });
  expect(await everything(pages)).toEqual([[1], [2], []]);
  expect(requestedPages).toEqual([1, 2, 3]);
});

it('a list of 2,000 pages is read up to the fortieth', async () => {
  const pages = pagesOf(async ({ page }) => {
    const answer = await pageOf([[page]], { page: 1 });
    return { ...answer, value: { ...answer.value, lastPage: 2_000 } };
  });
  expect(await everything(pages)).toHaveLength(40);
});

it('a page with only unreadable items is not the last one', async () => {
  const pages = pagesOf(async ({ page }) => {
    const answer = await pageOf([[1], [], [3]], { page });
    return { ...answer, value: { ...answer.value, unreadable: page === 2 ? 5 : 0 } };
  });
  expect(await everything(pages)).toEqual([[1], [], [3]]);
});

describe('a whole list', () => {
  it('joins all its pages, and is as old as the oldest', async () => {
    const read = async ({ page }: { readonly page: number }) => ({
      ...(await pageOf([[1, 2], [3], [4]], { page })),
      readAt: page === 2 ? 10 : 20,
    });
    expect(await wholeList(read, 9)).toMatchObject({ items: [1, 2, 3, 4], readAt: 10 });
  });

  it('reads the pages after the first one in parallel, up to the limit', async () => {
    const requestedPages: number[] = [];
    const others = Promise.withResolvers<undefined>();
    const list = wholeList(async ({ page }) => {
      requestedPages.push(page);
      if (page > 1) await others.promise;
      return pageOf([[1], [2], [3], [4]], { page });
    }, 3);
    await expect.poll(() => requestedPages).toEqual([1, 2, 3]);
    others.resolve(undefined);
    expect((await list).items).toEqual([1, 2, 3]);
  });

  it('cut at our own limit of pages still has the count of all by `meta.total`', async () => {
    const { items, total } = await wholeList((paging) => pageOf([[1], [2], [3], [4]], paging), 2);
    expect([items, total]).toEqual([[1, 2], 4]);
  });

  it('may have one page or none', async () => {
    expect((await wholeList((paging) => pageOf([[1]], paging), 9)).items).toEqual([1]);
    const empty = async (paging: { readonly page: number }) => {
      const answer = await pageOf<number>([[]], paging);
      return { ...answer, value: { ...answer.value, lastPage: 0 } };
    };
    expect((await wholeList(empty, 9)).items).toEqual([]);
  });
});
