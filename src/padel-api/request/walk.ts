import type { Instant } from '../../domain/terms.ts';
import type { CachedResponse } from './cache.ts';
import { UnreadableAnswer } from '../errors.ts';
import { PER_PAGE } from './pages.ts';
import type { Page } from '../wire/envelope.ts';

export interface WalkOptions<T> {
  readonly read: (
    paging: { readonly page: number; readonly perPage: number },
    signal: AbortSignal,
  ) => Promise<CachedResponse<Page<T>>>;
  /** Receives the items of each page, and when it was read. */
  readonly take: (items: readonly T[], readAt: Instant) => Promise<void>;
}

/**
 * Reads a long list page by page; after a failure it continues there. An unreadable page is skipped
 * (service-health.ts logs it).
 * @returns whether every page was read
 */
type Walk = (signal: AbortSignal) => Promise<boolean>;

export const createWalk = <T>({ read, take }: WalkOptions<T>): Walk => {
  let page = 1;
  let last = 1;
  let isWhole = true;

  const readPage = async (signal: AbortSignal): Promise<void> => {
    try {
      const { value, readAt } = await read({ page, perPage: PER_PAGE }, signal);
      last = value.items.length === 0 && value.unreadable === 0 ? page : value.lastPage;
      if (value.unreadable > 0) isWhole = false;
      await take(value.items, readAt);
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      isWhole = false;
    }
  };

  return async (signal) => {
    for (;;) {
      await readPage(signal);
      if (page >= last) break;
      page += 1;
    }
    const wasWhole = isWhole;
    page = 1;
    last = 1;
    isWhole = true;
    return wasWhole;
  };
};
