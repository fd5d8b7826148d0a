import { z } from 'zod';
import { ROUNDS } from '../../../src/domain/terms.ts';
import { dayOf } from '../world/schedule/days.ts';
import { invalid, type FieldErrors } from './errors.ts';

/** Field types of paths, queries and bodies, with the service's messages (specification, "Errors"). */

/** A field as messages name it; an entry of a list has its number: `team 1.0`. */
export const label = (path: readonly PropertyKey[]): string => path.join('.').replaceAll('_', ' ');

/** A message about the field in which it comes up. */
export const says = (wording: (field: string) => string) => ({
  error: ({ path = [] }: { readonly path?: readonly PropertyKey[] | undefined }) =>
    wording(label(path)),
});

/** A time without an offset is in UTC, as a date alone is. */
const instantOf = (value: string): number =>
  Date.parse(/[T ]/.test(value) && !/(Z|[+-]\d\d:?\d\d)$/.test(value) ? `${value}Z` : value);

const isSelectedWrongly = says((field) => `The selected ${field} is invalid.`);

/** Paths and queries are text: digits become a number. */
const fromDigits = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;

/** A whole number, as JSON or as digits. */
export const integer = ({
  min = 1,
  max,
}: { readonly min?: number; readonly max?: number } = {}) => {
  const whole = z.int(says((field) => `The ${field} field must be an integer.`)).min(
    min,
    says((field) => `The ${field} field must be at least ${min}.`),
  );
  const isTooGreat = says((field) => `The ${field} field must not be greater than ${max}.`);
  return z.preprocess(fromDigits, max === undefined ? whole : whole.max(max, isTooGreat));
};

export const text = () => z.string(says((field) => `The ${field} field must be a string.`));

/** Exactly two letters, answered in capitals. */
export const countryCode = () =>
  text()
    .length(
      2,
      says((field) => `The ${field} field must be 2 characters.`),
    )
    .transform((value) => value.toUpperCase());

export const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, isSelectedWrongly);

/** `YYYY-MM-DD`, answered as a day. */
export const date = () =>
  z.iso.date(says((field) => `The ${field} field must match the format Y-m-d.`)).transform(dayOf);

/** ISO 8601, in UTC unless it has an offset; answered as an instant. */
export const instant = () =>
  text()
    .refine(
      (value) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(instantOf(value)),
      says((field) => `The ${field} field must be a valid date.`),
    )
    .transform(instantOf);

export const round = z.preprocess(fromDigits, z.literal(ROUNDS, isSelectedWrongly)).optional();

export const category = choice(['men', 'women']).optional();

/** The days from `after_date` to `before_date`, both included; empty when turned around. */
export const period = {
  after_date: date().optional(),
  before_date: date().optional(),
};

/** `sort_by` with the given keys, and `order_by`. */
export const sorting = <const T extends readonly string[]>(fields: T) => ({
  sort_by: choice(fields).optional(),
  order_by: choice(['asc', 'desc']).optional(),
});

/** Which page of a list, and how long a page is (specification, "Limits"). */
export const paging = {
  page: integer().default(1),
  per_page: integer({ min: 1, max: 50 }).default(15),
};

const isMissing = (input: unknown, path: readonly PropertyKey[]): boolean => {
  const [field] = path;
  return (
    path.length === 1 &&
    field !== undefined &&
    typeof input === 'object' &&
    input !== null &&
    !(field in input)
  );
};

const messagesOf = ({ issues }: z.ZodError, input: unknown): FieldErrors => {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.join('.') || 'body';
    const text = isMissing(input, path) ? `The ${label(path)} field is required.` : message;
    errors[field] = [...(errors[field] ?? []), text];
  }
  return errors;
};

/**
 * Reads several parts of a request at once, so that every wrong field is named.
 * @throws ApiError 422 with the messages of every wrong field
 */
export const readAll = <K extends string>(
  parts: Readonly<Record<K, { readonly schema: z.ZodType; readonly input: unknown }>>,
): Record<string, unknown> => {
  const errors: Record<string, readonly string[]> = {};
  const values: Record<string, unknown> = {};
  for (const [name, { schema, input }] of Object.entries<(typeof parts)[K]>(parts)) {
    const result = schema.safeParse(input);
    if (result.success) values[name] = result.data;
    else Object.assign(errors, messagesOf(result.error, input));
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
};
