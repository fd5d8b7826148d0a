import { z } from 'zod';

const documentShape = z.looseObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(
      z.enum(['get', 'post', 'patch', 'delete']),
      z.looseObject({
        operationId: z.string(),
        parameters: z.array(
          z.looseObject({
            name: z.string(),
            in: z.enum(['path', 'query']),
            required: z.boolean(),
            schema: z.record(z.string(), z.unknown()),
          }),
        ),
        responses: z.record(z.string(), z.record(z.string(), z.unknown())),
      }),
    ),
  ),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** An OpenAPI document, as far as the tests read it. */
export type OpenApiDocument = z.infer<typeof documentShape>;

export const readDocument = (json: unknown): OpenApiDocument => documentShape.parse(json);

/** What a local reference points to; undefined when nothing is there. */
export const resolve = (document: unknown, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => z.looseObject({}).safeParse(at).data?.[key], document);

/** Turns a schema of the document into a Zod type. */
export const schemaIn = ({ components }: OpenApiDocument, schema: unknown): z.ZodType => {
  const local = (json: unknown): unknown =>
    JSON.parse(JSON.stringify(json).replaceAll('#/components/schemas/', '#/$defs/'));
  const whole = z
    .record(z.string(), z.unknown())
    .parse({ allOf: [local(schema)], $defs: local(components['schemas']) });
  return z.fromJSONSchema(whole);
};
