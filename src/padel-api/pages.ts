import type { Instant } from '../domain/terms.ts';
import type { Answer } from './cache.ts';
import type { Page } from './wire/envelope.ts';

/** The longest page that the service gives (specification, "Limits"). */
export const PER_PAGE = 50;

/** A list of which every page was read, or as many as were asked for. */
interface WholeList<T> {
  readonly items: readonly T[];
  /** How many there are by the service's count. */
  readonly total: number;
  /** When the oldest part of it was read. */
  readonly readAt: Instant;
}

type ReadPage<T> = (paging: { page: number; perPage: number }) => Promise<Answer<Page<T>>>;

/**
 * A list at once: the first page tells how many there are, and the others are read together.
 * @param maxPages what lies behind them is left out
 */
export const wholeList = async <T>(read: ReadPage<T>, maxPages: number): Promise<WholeList<T>> => {
  const first = await read({ page: 1, perPage: PER_PAGE });
  const { lastPage, total } = first.value;
  const others = await Promise.all(
    Array.from({ length: Math.max(0, Math.min(lastPage, maxPages) - 1) }, (_, index) =>
      read({ page: index + 2, perPage: PER_PAGE }),
    ),
  );
  const answers = [first, ...others];
  return {
    items: answers.flatMap(({ value }) => value.items),
    total,
    readAt: Math.min(...answers.map(({ readAt }) => readAt)),
  };
};

/** Every page of a list, one after the other, as long as somebody goes on reading. */
export async function* pagesOf<T>(read: ReadPage<T>): AsyncGenerator<readonly T[]> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { value } = await read({ page, perPage: PER_PAGE });
    // A last page that is not there would be read for ever.
    last = value.items.length === 0 && value.unreadable === 0 ? page : value.lastPage;
    yield value.items;
  }
}
