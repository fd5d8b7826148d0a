import { z } from 'zod';
import { ROUNDS } from '#src/domain/terms.ts';
import { dayOf } from '../world/days.ts';
import { invalid, type FieldErrors } from './errors.ts';

/** Field types of queries and bodies, with the service's messages (specification, "Errors"). */

/** A field as messages name it. */
export const label = (field: string): string => field.replaceAll('_', ' ');

/** A whole number, as JSON or as digits. */
export const integer = (field: string, { min = 1, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d+$/)
          .transform(Number),
      ],
      {
        error: `The ${label(field)} field must be an integer.`,
      },
    )
    .refine(Number.isSafeInteger, `The ${label(field)} field must be an integer.`)
    .refine((value) => value >= min, `The ${label(field)} field must be at least ${min}.`)
    .refine((value) => value <= max, `The ${label(field)} field must not be greater than ${max}.`);

export const text = (field: string) =>
  z.string({ error: `The ${label(field)} field must be a string.` });

/** Exactly two letters, answered in capitals. */
export const countryCode = (field: string) =>
  text(field)
    .refine((value) => value.length === 2, `The ${label(field)} field must be 2 characters.`)
    .transform((value) => value.toUpperCase());

export const choice = <const T extends readonly string[]>(field: string, values: T) =>
  z.enum(values, { error: `The selected ${label(field)} is invalid.` });

/** `YYYY-MM-DD`, answered as a day. */
export const date = (field: string) =>
  z.iso.date({ error: `The ${label(field)} field must match the format Y-m-d.` }).transform(dayOf);

export const round = z
  .string({ error: 'The selected round is invalid.' })
  .transform(Number)
  .refine((value) => ROUNDS.some((known) => known === value), 'The selected round is invalid.')
  .optional();

export const category = choice('category', ['men', 'women']).optional();

/** `sort_by` with the given words, and `order_by`. */
export const sorting = <const T extends readonly string[]>(fields: T) => ({
  sort_by: choice('sort_by', fields).optional(),
  order_by: choice('order_by', ['asc', 'desc']).optional(),
});

/** Which page of a list, and how long a page is (specification, "Limits"). */
export const paging = {
  page: integer('page').default(1),
  per_page: integer('per_page', { min: 1, max: 50 }).default(15),
};

const missing = (input: unknown, path: string): boolean =>
  typeof input === 'object' && input !== null && !(path in input);

const messagesOf = (error: z.ZodError, input: unknown): FieldErrors => {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const field = path.join('.') || 'body';
    const isMissing = path.length === 1 && missing(input, field);
    const text = isMissing ? `The ${label(field)} field is required.` : message;
    errors[field] = [...(errors[field] ?? []), text];
  }
  return errors;
};

/**
 * Reads a query, a path or a body.
 * @throws ApiError 422 with the messages of every wrong field
 */
export const read = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalid(messagesOf(result.error, input));
};

/** Reads an id in the path. @throws ApiError 422 when it is not an integer */
export const readId = (params: unknown, name: string): number => {
  const id = integer(name, { min: 0 });
  return Number(read(z.looseObject({ [name]: id }), params)[name]);
};
