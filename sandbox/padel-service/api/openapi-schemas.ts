import { z } from 'zod';
import { HIDDEN, maskedFields } from './masks.ts';
import { resources } from './resource.ts';

/** Zod schemas as the JSON Schema of an OpenAPI document. */

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The path of a component in the document. */
const refOf = (id: string): string => `#/components/schemas/${id}`;

const WITH_OWN_PATTERN: ReadonlySet<unknown> = new Set(['date', 'date-time', 'email']);

/** Leaves out what only the runtime checks: patterns of known formats, the ends of safe integers. */
const tidy = (json: JsonSchema): void => {
  if (WITH_OWN_PATTERN.has(json.format)) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.enum?.every(Number.isSafeInteger)) json.type = 'integer';
};

/** Documents the values that a small plan sees in place of the real ones. */
const describeMasks = (schema: z.core.$ZodType, json: JsonSchema): void => {
  for (const field of maskedFields(schema)) {
    const whole = json.properties?.[field];
    if (json.properties && typeof whole === 'object') {
      json.properties[field] = { anyOf: [whole, { const: HIDDEN }] };
    }
  }
};

/** Every resource, by its name. */
export const componentSchemas = (): Record<string, JsonSchema> => {
  const { schemas } = z.toJSONSchema(resources, {
    uri: refOf,
    override({ zodSchema, jsonSchema }) {
      tidy(jsonSchema);
      describeMasks(zodSchema, jsonSchema);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...json }]) => [id, json]),
  );
};

/** What a request may carry. */
export const inputSchema = (schema: z.core.$ZodType): JsonSchema => {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      tidy(jsonSchema);
    },
  });
  return json;
};

/** A reference to the component of a resource. @throws Error when it has no name */
export const refTo = (schema: z.ZodType): JsonSchema => {
  const id = resources.get(schema)?.id;
  if (id === undefined) throw new Error('An answer must be a resource with a name.');
  return { $ref: refOf(id) };
};
