import type { Instant } from '../../domain/terms.ts';
import type { CachedResponse } from './cache.ts';
import type { Page } from '../wire/envelope.ts';

/** The service's longest page (specification, "Limits"). */
export const PER_PAGE = 50;

/** A list read to its end, or to the maximum of pages. */
interface WholeList<T> {
  readonly items: readonly T[];
  /** The service's count of all items. */
  readonly total: number;
  /** When the oldest part of it was read. */
  readonly readAt: Instant;
}

type ReadPage<T> = (paging: { page: number; perPage: number }) => Promise<CachedResponse<Page<T>>>;

/** Reads the first page, then the others in parallel. @param maxPages later pages are left out */
export const wholeList = async <T>(read: ReadPage<T>, maxPages: number): Promise<WholeList<T>> => {
  const responses = [await read({ page: 1, perPage: PER_PAGE })];
  // The last page is known after the first one, unless the service does not say it.
  for (let last = responses[0]?.value.lastPage ?? 1; responses.length < Math.min(last, maxPages);) {
    const before = responses.length;
    const others = Array.from({ length: Math.min(last, maxPages) - before }, (_, index) =>
      read({ page: before + index + 1, perPage: PER_PAGE }),
    );
    responses.push(...(await Promise.all(others)));
    last = responses.at(-1)?.value.lastPage ?? last;
  }
  return {
    items: responses.flatMap(({ value }) => value.items),
    total: responses.at(-1)?.value.total ?? 0,
    readAt: Math.min(...responses.map(({ readAt }) => readAt)),
  };
};

/** More pages than any list has that is read whole: a tournament's matches, the calendar of a season. */
const PAGES_MAX = 40;

/** Reads the pages of a list one after another, as long as the consumer continues. */
export async function* pagesOf<T>(read: ReadPage<T>): AsyncGenerator<readonly T[]> {
  for (let page = 1, last = 1; page <= Math.min(last, PAGES_MAX); page += 1) {
    const { value } = await read({ page, perPage: PER_PAGE });
    // An empty page ends the loop, whatever the service says of the last one.
    last = value.items.length === 0 && value.unreadable === 0 ? page : value.lastPage;
    yield value.items;
  }
}
