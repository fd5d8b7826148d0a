import { isRecord } from './lenient.ts';
import type { z } from 'zod';
import type { Row } from './marks.ts';
import { carries, fieldsOf } from './records.ts';

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
