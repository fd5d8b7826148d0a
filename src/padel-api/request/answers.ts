import type { z } from 'zod';
import { UnreadableAnswer } from '../errors.ts';
import { pageIn, pageOf, type Page } from '../wire/envelope.ts';
import { recordIn, rowsIn } from '../wire/nesting.ts';
import { isRecord } from '../wire/lenient.ts';
import { carries, endpointOf, type Endpoint, type RecordShape } from '../wire/records.ts';
import type { SchemaDrift } from './schema-drift.ts';

/** Enough to see what most of them lack. */
const MAX_ROWS = 50;
const MAX_PATHS = 3;
const MAX_PATH_LENGTH = 60;

/** What rows should have had, the most frequent first: paths of the schema, never values. */
const expectedIn = (errors: readonly (z.ZodError | undefined)[]): string => {
  const times = new Map<string, number>();
  for (const { path, message } of errors.flatMap((error) => error?.issues ?? [])) {
    const name = path.map(String).join('.').slice(0, MAX_PATH_LENGTH);
    const words = name === '' ? 'another form' : name;
    const expected = message.includes('expected object') ? `nested ${words}` : words;
    times.set(expected, (times.get(expected) ?? 0) + 1);
  }
  const sorted = [...times].toSorted(([, one], [, other]) => other - one);
  return sorted
    .slice(0, MAX_PATHS)
    .map(([expected]) => expected)
    .join(', ');
};

const readableCount = (of: number, carried: number, expected: string) =>
  ({ what: 'readable', of, carried, expected, usual: 1 }) as const;

/** How many rows were in their usual place, and where the others were. */
const placeCount = (places: readonly (string | null)[], { always, mayNest }: RecordShape) => {
  const elsewhere = places.find((place) => place !== null);
  const [first = 'data'] = Object.keys(always);
  return {
    what: 'in their usual place',
    of: places.length,
    carried: places.filter((place) => place === null).length,
    expected: `${first} without ${elsewhere ?? 'nesting'}`,
    usual: mayNest ? null : 1,
  } as const;
};

/** How many rows carry each field that the bot depends on. */
const fieldCounts = (raw: readonly unknown[], { always, nullable, today, due }: RecordShape) => {
  const rows = raw.filter(isRecord);
  const groups = [
    { fields: always, mayBeNull: false, usual: 1 },
    { fields: nullable, mayBeNull: true, usual: 1 },
    { fields: today, mayBeNull: true, usual: null },
  ] as const;
  return groups.flatMap(({ fields, mayBeNull, usual }) =>
    Object.entries(fields).flatMap(([name, expected]) => {
      const count = (of: typeof rows, isNullFine: boolean): { of: number; carried: number } => ({
        of: of.length,
        carried: of.filter((row) => carries(row, name, expected, isNullFine)).length,
      });
      const own = { what: `with ${name}`, ...count(rows, mayBeNull), expected, usual };
      const [word, isDue] = due[name] ?? [];
      if (isDue === undefined) return [own];
      const where = { what: `with ${name} where ${word}`, ...count(rows.filter(isDue), false) };
      return [own, { ...where, expected, usual: null, isUneven: true }];
    }),
  );
};

const metaCount = (of: number, json: unknown, name: string) => {
  const meta = isRecord(json) && isRecord(json['meta']) ? json['meta'] : {};
  return {
    what: `with meta.${name}`,
    of,
    carried: carries(meta, name, 'number') ? of : 0,
    expected: 'number',
    usual: 1,
  } as const;
};

/** Reads the answers of the service, and counts what they lack. */
export const createAnswers = (drift: Pick<SchemaDrift, 'count'>) => {
  const unreadable = (
    endpoint: Endpoint | null,
    of: number,
    expected: string,
    isPage: boolean,
  ): never => {
    const count = { ...readableCount(of, 0, expected), isPage };
    if (endpoint !== null) drift.count(endpoint.name, [count]);
    throw new UnreadableAnswer(`0 of ${of} rows readable (expected ${expected})`);
  };

  return {
    /** Reads a single record. @throws UnreadableAnswer */
    record: <T>(wire: z.ZodType<T>, path: string, json: unknown): T => {
      const endpoint = endpointOf(path);
      const found = endpoint === null ? null : recordIn(json, endpoint.shape);
      const parsed = wire.safeParse(found?.value ?? json);
      if (!parsed.success) return unreadable(endpoint, 1, expectedIn([parsed.error]), false);
      if (endpoint !== null && found !== null) {
        drift.count(endpoint.name, [
          readableCount(1, 1, ''),
          placeCount([found.place], { ...endpoint.shape, mayNest: true }),
          ...fieldCounts([found.value], endpoint.shape),
        ]);
      }
      return parsed.data;
    },
    /** Reads a page of a list. A page with rows of which none is readable is no empty one. @throws UnreadableAnswer */
    page: <T>(item: z.ZodType<T>, path: string, json: unknown): Page<T> => {
      const endpoint = endpointOf(path);
      const list = rowsIn(json);
      if (list === null) return unreadable(endpoint, 1, 'data', false);
      const found = list.value.map((row) =>
        endpoint === null ? { value: row, place: null } : recordIn(row, endpoint.shape),
      );
      const rows = found.map(({ value }) => value);
      const meta = isRecord(json) ? json['meta'] : undefined;
      const page = pageOf(item, pageIn(path)).parse({ data: rows, meta });
      const of = rows.length;
      const carried = page.items.length;
      const expected = (): string =>
        expectedIn(rows.slice(0, MAX_ROWS).map((row) => item.safeParse(row).error));
      if (of > 0 && carried === 0) return unreadable(endpoint, of, expected(), true);
      if (endpoint !== null) {
        drift.count(endpoint.name, [
          readableCount(of, carried, carried < of ? expected() : ''),
          placeCount(
            found.map(({ place }) => place ?? list.place),
            endpoint.shape,
          ),
          metaCount(of, json, 'last_page'),
          metaCount(of, json, 'total'),
          ...fieldCounts(rows, endpoint.shape),
        ]);
      }
      return page;
    },
  };
};

export type Answers = ReturnType<typeof createAnswers>;
