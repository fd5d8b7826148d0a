import { z } from 'zod';
import { instant, isMasked, isRecord, numeric, wireDate } from './lenient.ts';
import { marks, type Mark, type Row } from './marks.ts';

/** Whether a value is of a kind: the words of which the descriptions in lenient.ts consist. */
const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => numeric.parse(value) !== null,
  date: (value) => wireDate.parse(value) !== null,
  instant: (value) => instant.parse(value) !== null,
  list: (value) => Array.isArray(value),
  object: isRecord,
};

/** A field that the client reads. */
interface Field extends Pick<Mark, 'due'> {
  readonly name: string;
  /** `number`, `list or text`. */
  readonly kind: string;
  readonly presence: 'always' | 'nullable' | 'today';
}

/** Of a transformed value, the kind of the value on the wire. */
const kindOf = (schema: z.core.$ZodType): string | null =>
  z.globalRegistry.get(schema)?.description ??
  (schema instanceof z.ZodPipe ? kindOf(schema.in) : null);

const shapeOf = (schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | null => {
  if (schema instanceof z.ZodObject) return schema.shape;
  const { record } = marks.get(schema) ?? {};
  if (record !== undefined) return shapeOf(record);
  return schema instanceof z.ZodPipe ? (shapeOf(schema.in) ?? shapeOf(schema.out)) : null;
};

/** The fields of a record that the client reads, from its schema; without those of no kind. */
export const fieldsOf = (wire: z.ZodType): readonly Field[] =>
  Object.entries(shapeOf(wire) ?? {}).flatMap(([name, schema]) => {
    const kind = kindOf(schema);
    return kind === null ? [] : [{ name, kind, presence: 'nullable', ...marks.get(schema) }];
  });

/** Whether a row has a field that the client can read. */
export const carries = (row: Row, name: string, kind: string, mayBeNull = false): boolean => {
  const value = row[name];
  if (value === undefined) return false;
  if ((value === null && mayBeNull) || isMasked(value)) return true;
  return kind.split(' or ').some((each) => KINDS[each]?.(value) === true);
};

/** Something that was found in another place than usual; `place` is the usual one for null. */
interface Found<T> {
  readonly value: T;
  readonly place: string | null;
}

/** A name from outside as it may be shown. */
const placeName = (name: string): string => (/^\w{1,30}$/.test(name) ? name : 'another field');

const onlyOne = <T>(found: readonly T[]): T | undefined =>
  found.length === 1 ? found[0] : undefined;

/**
 * The rows of a list: usually under `data`, else the answer itself or its only list, at most one object
 * deeper. Null without any: an empty list under another name may be anything's.
 */
export const rowsIn = (json: unknown, depth = 0): Found<readonly unknown[]> | null => {
  if (Array.isArray(json)) return { value: json, place: 'no object' };
  if (!isRecord(json)) return null;
  if (Array.isArray(json['data'])) {
    return { value: json['data'], place: depth === 0 ? null : 'data.data' };
  }
  const entries = Object.entries(json);
  const lists = entries.filter(([, value]) => Array.isArray(value));
  const [name, value] = onlyOne(lists) ?? [];
  if (name !== undefined && Array.isArray(value) && value.length > 0) {
    return { value, place: placeName(name) };
  }
  return depth === 0 && isRecord(json['data']) ? rowsIn(json['data'], 1) : null;
};

/**
 * A record that lies one object deeper, such as `{player: {id, …}, points}` or `{data: {id, …}}`, with the
 * fields around it, which win: a ranking's place is that of its row. Only where its own place has none of the
 * fields that make it up, and fewer of the others: a part is never taken for the whole.
 */
export const recordIn = (raw: unknown, wire: z.ZodType): Found<unknown> => {
  const usual = { value: raw, place: null };
  const fields = fieldsOf(wire);
  const needed = fields.filter(({ presence }) => presence === 'always');
  if (!isRecord(raw) || needed.length === 0) return usual;
  if (needed.some(({ name }) => Object.hasOwn(raw, name))) return usual;
  const carried = (each: Row): number =>
    fields.filter(({ name, kind }) => carries(each, name, kind)).length;
  const own = carried(raw);
  const isOne = (each: unknown): boolean =>
    isRecord(each) &&
    needed.every(({ name, kind }) => carries(each, name, kind)) &&
    carried(each) > own;
  const [name, value] = onlyOne(Object.entries(raw).filter(([, each]) => isOne(each))) ?? [];
  if (name === undefined || !isRecord(value)) return usual;
  return { value: { ...value, ...raw }, place: placeName(name) };
};

/** Endpoints that the bot depends on, by their paths, and the frames that are pushed: labels of the metric. */
export const ENDPOINT_NAMES: readonly string[] = [
  ...['frames', 'live', 'matches', 'matches/:id', 'matches/:id/live', 'matches/:id/stats'],
  ...['matches/:id/headtohead', 'matches/:id/head2head', 'matches/headtohead'],
  ...['matches/head2head', 'matches/simulate', 'players', 'players/:id', 'players/:id/matches'],
  ...['players/:id/pairs', 'players/:id/rankings', 'players/:id/stats', 'pairs/:id'],
  ...['pairs/:id/matches', 'pairs/:id/stats', 'rankings', 'seasons', 'seasons/:id/tournaments'],
  ...['tournaments', 'tournaments/:id', 'tournaments/:id/editions', 'tournaments/:id/matches'],
  'tournaments/:id/videos',
];

/** The endpoint of a path below the base URL; null for one that the bot does not depend on. */
export const endpointOf = (path: string): string | null => {
  const [below = ''] = path.split('?');
  const segments = below.split('/').filter((segment) => segment !== '');
  const name = segments.map((each) => (/^\d+(-\d+)?$/.test(each) ? ':id' : each)).join('/');
  return ENDPOINT_NAMES.includes(name) ? name : null;
};
