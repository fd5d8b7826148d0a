import type { z } from 'zod';
import { UnreadableAnswer } from '../errors.ts';
import { pageIn, pageOf, ROWS_OF_PAGE, type Page } from '../wire/envelope.ts';
import { isRecord } from '../wire/lenient.ts';
import { carries, endpointOf, fieldsOf, recordIn, rowsIn } from '../wire/records.ts';
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
const placeCount = (places: readonly (string | null)[], wire: z.ZodType) => {
  const elsewhere = places.find((place) => place !== null);
  const first = fieldsOf(wire).find(({ presence }) => presence === 'always')?.name ?? 'data';
  return {
    what: 'in their usual place',
    of: places.length,
    carried: places.filter((place) => place === null).length,
    expected: `${first} without ${elsewhere ?? 'nesting'}`,
    usual: null,
  };
};

/** How many rows carry each field that the bot depends on. */
const fieldCounts = (raw: readonly unknown[], wire: z.ZodType) => {
  const rows = raw.filter(isRecord);
  return fieldsOf(wire).flatMap(({ name, kind: expected, presence, due }) => {
    const count = (of: typeof rows, mayBeNull: boolean): { of: number; carried: number } => ({
      of: of.length,
      carried: of.filter((row) => carries(row, name, expected, mayBeNull)).length,
    });
    const usual = presence === 'today' ? null : 1;
    const all = count(rows, presence !== 'always');
    const own = { what: `with ${name}`, ...all, expected, usual } as const;
    if (due === undefined) return [own];
    const [word, isDue] = due;
    const where = { what: `with ${name} where ${word}`, ...count(rows.filter(isDue), false) };
    return [own, { ...where, expected, usual: null, isUneven: true }];
  });
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
    endpoint: string | null,
    of: number,
    expected: string,
    isPage: boolean,
  ): never => {
    const count = { ...readableCount(of, 0, expected), isPage };
    if (endpoint !== null) drift.count(endpoint, [count]);
    throw new UnreadableAnswer(`0 of ${of} rows readable (expected ${expected})`);
  };

  return {
    /** Reads a single record. @throws UnreadableAnswer */
    record: <T>(wire: z.ZodType<T>, path: string, json: unknown): T => {
      const endpoint = endpointOf(path);
      const found = endpoint === null ? null : recordIn(json, wire);
      const parsed = wire.safeParse(found?.value ?? json);
      if (!parsed.success) return unreadable(endpoint, 1, expectedIn([parsed.error]), false);
      if (endpoint !== null && found !== null) {
        drift.count(endpoint, [
          readableCount(1, 1, ''),
          placeCount([found.place], wire),
          ...fieldCounts([found.value], wire),
        ]);
      }
      return parsed.data;
    },
    /** Reads a page of a list. A page with rows of which none is readable is no empty one. @throws UnreadableAnswer */
    page: <T>(item: z.ZodType<T>, path: string, json: unknown): Page<T> => {
      const endpoint = endpointOf(path);
      const list = rowsIn(json);
      if (list === null) return unreadable(endpoint, 1, 'data', false);
      const found = list.value
        .slice(0, ROWS_OF_PAGE)
        .map((row) => (endpoint === null ? { value: row, place: null } : recordIn(row, item)));
      const rows = found.map(({ value }) => value);
      const meta = isRecord(json) ? json['meta'] : undefined;
      const page = pageOf(item, pageIn(path)).parse({ data: rows, meta });
      const of = rows.length;
      const carried = page.items.length;
      const expected = (): string =>
        expectedIn(rows.slice(0, MAX_ROWS).map((row) => item.safeParse(row).error));
      if (of > 0 && carried === 0) return unreadable(endpoint, of, expected(), true);
      if (endpoint !== null) {
        drift.count(endpoint, [
          readableCount(of, carried, carried < of ? expected() : ''),
          placeCount(
            found.map(({ place }) => place ?? list.place),
            item,
          ),
          metaCount(of, json, 'last_page'),
          metaCount(of, json, 'total'),
          ...fieldCounts(rows, item),
        ]);
      }
      return page;
    },
  };
};

export type Answers = ReturnType<typeof createAnswers>;
