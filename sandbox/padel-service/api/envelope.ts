import { z } from 'zod';
import { nameOf, resource, resources, resourceToday } from './resource.ts';

const linksSchema = resource('PageLinks', {
  first: z.string(),
  last: z.string(),
  prev: z.string(),
  next: z.string(),
});

const metaSchema = resource('PageMeta', {
  current_page: z.int(),
  from: z.int(),
  last_page: z.int(),
  links: z.array(z.strictObject({ url: z.string(), label: z.string(), active: z.boolean() })),
  path: z.string(),
  per_page: z.int(),
  to: z.int(),
  total: z.int(),
});

/** The same as the public service has them today: null where there is nothing. */
const linksToday = resourceToday('PageLinksToday', {
  ...linksSchema.shape,
  prev: z.string().nullable(),
  next: z.string().nullable(),
});

const metaToday = resourceToday('PageMetaToday', {
  ...metaSchema.shape,
  from: z.int().nullable(),
  to: z.int().nullable(),
  links: z.array(z.never()),
});

/** One page of a list (specification, "Pagination envelope"). */
export interface Page<T> {
  readonly data: readonly T[];
  readonly links: z.infer<typeof linksSchema>;
  readonly meta: z.infer<typeof metaSchema>;
}

const pageSchemas = new Map<z.ZodObject, z.ZodObject>();

/** The envelope around resources of one schema. */
export const pageSchema = (of: z.ZodObject): z.ZodObject => {
  const known = pageSchemas.get(of);
  if (known) return known;
  const id = `${nameOf(of) ?? ''}Page`;
  const data = z.array(of);
  const schema = resources.has(of)
    ? resource(id, { data, links: linksSchema, meta: metaSchema })
    : resourceToday(id, { data, links: linksToday, meta: metaToday });
  pageSchemas.set(of, schema);
  return schema;
};

/** Which page of which list, and at which address. */
export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
  /** The whole address with the query, as it was asked for. */
  readonly url: string;
}

/** Numbered links around the current page; further ones hide behind `...`. */
const NEIGHBOURS = 3;

const shownPages = (current: number, last: number): (number | null)[] => {
  const pages = Array.from({ length: last }, (_, index) => index + 1);
  const isShown = (page: number): boolean =>
    page <= 2 || page > last - 2 || Math.abs(page - current) <= NEIGHBOURS;
  return pages.flatMap((page) => {
    if (isShown(page)) return [page];
    return isShown(page - 1) ? [null] : [];
  });
};

/**
 * Cuts one page out of a list. Where there is no previous or next page the link is an empty
 * string, and an empty page counts from 0 to 0: the specification allows no null here.
 * @param show makes a resource of an entry; called for the entries of this page only
 */
export const pageOf = <E, T>(
  entries: readonly E[],
  { page, per_page, url }: PageRequest,
  show: (entry: E) => T,
): Page<T> => {
  const total = entries.length;
  const last = Math.max(1, Math.ceil(total / per_page));
  const before = (page - 1) * per_page;
  const data = entries.slice(before, before + per_page).map(show);

  const asked = new URL(url);
  const path = `${asked.origin}${asked.pathname}`;
  const linkTo = (number: number): string => {
    if (number < 1 || number > last) return '';
    const query = new URLSearchParams(asked.searchParams);
    query.set('page', String(number));
    return `${path}?${query.toString()}`;
  };

  return {
    data,
    links: {
      first: linkTo(1),
      last: linkTo(last),
      prev: linkTo(page - 1),
      next: linkTo(page + 1),
    },
    meta: {
      current_page: page,
      from: data.length === 0 ? 0 : before + 1,
      last_page: last,
      links: [
        { url: linkTo(page - 1), label: '&laquo; Previous', active: false },
        ...shownPages(page, last).map((number) => ({
          url: number === null ? '' : linkTo(number),
          label: number === null ? '...' : String(number),
          active: number === page,
        })),
        { url: linkTo(page + 1), label: 'Next &raquo;', active: false },
      ],
      path,
      per_page,
      to: data.length === 0 ? 0 : before + data.length,
      total,
    },
  };
};

/** The same page as the public service writes it today. */
export const pageToday = <T>({ data, links, meta }: Page<T>) => ({
  data,
  links: { ...links, prev: links.prev || null, next: links.next || null },
  meta: { ...meta, from: meta.from || null, to: meta.to || null, links: [] },
});
