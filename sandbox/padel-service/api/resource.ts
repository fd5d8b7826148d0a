import { z } from 'zod';

/**
 * The resources by name. A resource's schema is what its answers are checked against in tests, what
 * the OpenAPI document is made of, and declares which fields a small plan withholds.
 */
export const resources = z.registry<{ id: string }>();

/** The resources of the profile `today`, which the OpenAPI document leaves out. */
const resourcesToday = z.registry<{ id: string }>();

/** The name of a resource; undefined for any other schema. */
export const nameOf = (schema: z.core.$ZodType): string | undefined =>
  resources.get(schema)?.id ?? resourcesToday.get(schema)?.id;

/** Names the schema of a resource as the public service has it today: exactly these fields. */
export const resourceToday = <T extends z.ZodRawShape>(id: string, fields: T) => {
  const schema = z.strictObject(fields);
  resourcesToday.add(schema, { id });
  return schema;
};

/**
 * Names the schema of a resource: exactly these fields.
 * @param id e.g. `Player`; a component of the OpenAPI document
 */
export const resource = <T extends z.ZodRawShape>(id: string, fields: T) => {
  const schema = z.strictObject(fields);
  resources.add(schema, { id });
  return schema;
};

/** A value that an answer may be made of: lists and objects need not be writable. */
export type Shown<T> = T extends readonly (infer E)[]
  ? readonly Shown<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Shown<T[K]> }
    : T;

/** One value for each team. */
export const teams = <T extends z.ZodType>(value: T) =>
  z.strictObject({ team_1: value, team_2: value });

/** The path of a resource, e.g. `/api/players/7`. */
export const pathOf = (kind: string, id: number | string): string => `/api/${kind}/${id}`;
