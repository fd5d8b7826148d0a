import { z } from 'zod';
import { readable, whole } from './lenient.ts';

/** One page of a list, in the domain's types. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly lastPage: number;
  /** Number of items on all pages. */
  readonly total: number;
  /** How many items of this page could not be read and are left out. */
  readonly unreadable: number;
}

/** The maximum page: fifty items each, and 30,000 players at most. */
const MAX_PAGE = 2_000;

/**
 * The pagination envelope (specification, "Pagination envelope"). Unreadable items are left out and
 * counted.
 */
export const pageOf = <T>(item: z.ZodType<T>): z.ZodType<Page<T>> =>
  z
    .object({
      data: z.array(z.unknown()).transform((rows) => ({ rows, items: readable(item).parse(rows) })),
      meta: z.object({
        current_page: whole,
        last_page: whole.transform((page) => Math.min(page, MAX_PAGE)),
        total: whole,
      }),
    })
    .transform(({ data, meta }) => ({
      items: data.items,
      page: meta.current_page,
      lastPage: meta.last_page,
      total: meta.total,
      unreadable: data.rows.length - data.items.length,
    }));
