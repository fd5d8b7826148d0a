import type { Answer } from './cache.ts';
import type { Page } from './wire/envelope.ts';

/** The longest page that the service gives (specification, "Limits"). */
export const PER_PAGE = 50;

/** Every page of a list, one after the other, as long as somebody goes on reading. */
export async function* pagesOf<T>(
  read: (paging: { page: number; perPage: number }) => Promise<Answer<Page<T>>>,
): AsyncGenerator<readonly T[]> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { value } = await read({ page, perPage: PER_PAGE });
    // A last page that is not there would be read for ever.
    last = value.items.length === 0 && value.unreadable === 0 ? page : value.lastPage;
    yield value.items;
  }
}

/** Every item of a list. */
export async function* itemsOf<T>(
  read: (paging: { page: number; perPage: number }) => Promise<Answer<Page<T>>>,
): AsyncGenerator<T> {
  for await (const items of pagesOf(read)) yield* items;
}
