import { z } from 'zod';
import { whole } from './lenient.ts';

/** One page of a list, in the domain's types. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly lastPage: number;
  /** Number of items on all pages. */
  readonly total: number;
}

/** The pagination envelope (specification, "Pagination envelope"). */
export const pageOf = <T>(item: z.ZodType<T>): z.ZodType<Page<T>> =>
  z
    .object({
      data: z.array(item),
      meta: z.object({
        current_page: whole,
        last_page: whole,
        total: whole,
      }),
    })
    .transform(({ data, meta }) => ({
      items: data,
      page: meta.current_page,
      lastPage: meta.last_page,
      total: meta.total,
    }));
