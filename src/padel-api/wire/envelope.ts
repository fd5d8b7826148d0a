import { z } from 'zod';
import { anything, readable, whole } from './lenient.ts';

/** One page of a list, in the domain's types. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly lastPage: number;
  readonly total: number;
  /** How many items of this page could not be read and are left out. */
  readonly unreadable: number;
}

/** The maximum page: fifty items each, and 30,000 players at most. */
const MAX_PAGE = 2_000;

/** What was asked for; it counts where the answer does not say. */
interface AskedPage {
  readonly page: number;
  readonly perPage: number;
}

/** The service's default (specification, "Pagination"). */
const DEFAULT_PER_PAGE = 15;

/** The page that a path asks for. */
export const pageIn = (path: string): AskedPage => {
  const query = new URLSearchParams(path.split('?')[1]);
  const count = (name: string, otherwise: number): number =>
    whole.safeParse(query.get(name)).data ?? otherwise;
  return { page: count('page', 1), perPage: count('per_page', DEFAULT_PER_PAGE) };
};

const count = whole.nullable().catch(null);
const metaFields = z.object({ current_page: count, last_page: count, total: count });

/**
 * The pagination envelope (specification, "Pagination envelope"). Unreadable items are left out and
 * counted. Where it does not say which page is the last one, one follows each full page.
 */
export const pageOf = <T>(
  item: z.ZodType<T>,
  asked: AskedPage = { page: 1, perPage: DEFAULT_PER_PAGE },
): z.ZodType<Page<T>> =>
  z
    .object({
      data: z.array(z.unknown()).transform((rows) => ({ rows, items: readable(item).parse(rows) })),
      meta: anything,
    })
    .transform(({ data: { rows, items }, meta }) => {
      const counts = metaFields.safeParse(meta).data;
      const page = counts?.current_page ?? asked.page;
      const before = (page - 1) * asked.perPage;
      return {
        items,
        page,
        lastPage: Math.min(
          counts?.last_page ?? page + Number(rows.length >= asked.perPage),
          MAX_PAGE,
        ),
        total: counts?.total ?? before + rows.length,
        unreadable: rows.length - items.length,
      };
    });

/** A record with an id is bare, whatever its field `data` is. */
const wrapped = z.object({
  id: z.never().optional(),
  data: z.looseObject({}).or(z.array(z.unknown())),
});

/** One record, bare or wrapped in `data`: services differ. */
export const recordOf = <T>(record: z.ZodType<T>): z.ZodType<T> =>
  z
    .unknown()
    .transform((raw) => wrapped.safeParse(raw).data?.data ?? raw)
    .pipe(record);

/** The longest text in characters, that of a URL. */
const MAX_TEXT_LENGTH = 2_048;

/** Entries read of a list, and fields of an object. */
const MAX_ENTRIES = 1_000;

/** Twice the rows that the service gives: parsing a thousand odd ones takes seconds. */
export const ROWS_OF_PAGE = 100;

/** Five times the values of a page of fifty matches, each of them some 75. */
const MAX_VALUES = 20_000;

/** A comma or an opening bracket stands before each value of a JSON text, but for one in an object. */
const valuesIn = (text: string): number => {
  let values = 1;
  for (const character of text) {
    if (character === ',' || character === '{' || character === '[') values += 1;
  }
  return values;
};

/** JSON from outside within bounds. @throws for what is no JSON, or has too many values to be read in one go */
export const parseWithinBounds = (text: string): unknown => {
  const values = valuesIn(text);
  if (values > MAX_VALUES) throw new Error(`${values} values in one answer`);
  return withinBounds(JSON.parse(text));
};

/** Maximum depth: the deepest data of the service are points, six levels down. */
const MAX_DEPTH = 16;

/**
 * Bounds JSON from outside: too long texts and too deep values become null, lists are cut. Every
 * response, frame and webhook passes through here.
 */
export const withinBounds = (json: unknown, depth = 0): unknown => {
  if (typeof json === 'string') return json.length > MAX_TEXT_LENGTH ? null : json;
  if (typeof json !== 'object' || json === null) return json;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(json)) {
    return json.slice(0, MAX_ENTRIES).map((each) => withinBounds(each, depth + 1));
  }
  const fields = Object.entries(json).slice(0, MAX_ENTRIES);
  return Object.fromEntries(fields.map(([name, each]) => [name, withinBounds(each, depth + 1)]));
};
