import type { z } from 'zod';
import { idsOf, type Endpoint } from './endpoint.ts';
import { ERRORS, type ErrorStatus } from './error-bodies.ts';
import { componentSchemas, inputSchema, refTo, type JsonSchema } from './openapi-schemas.ts';

const HEADERS = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/X-RateLimit-Limit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/X-RateLimit-Remaining' },
} as const;

const asJson = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** `GET /pairs/{player1}-{player2}/stats` becomes `getPairsPlayer1Player2Stats`. */
const operationId = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  [...path.matchAll(/\w+/g)]
    .map(([word]) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

/** What a parameter is when it is left out: a value, nothing, or a mistake. */
const absence = (schema: z.core.$ZodType & Pick<z.ZodType, 'safeParse'>) => {
  const { success, data } = schema.safeParse(undefined);
  return { isRequired: !success, default: data };
};

const parametersOf = ({ input }: Endpoint) => {
  const inPath = Object.entries<z.ZodType>(input.path.shape).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: inputSchema(schema),
  }));
  const inQuery = Object.entries<z.ZodType>(input.query.shape).map(([name, schema]) => {
    const { description, ...json } = inputSchema(schema);
    const { isRequired, default: fallback } = absence(schema);
    return {
      name,
      in: 'query',
      required: isRequired,
      ...(description === undefined ? {} : { description }),
      schema: fallback === undefined ? json : { ...json, default: fallback },
    };
  });
  return [...inPath, ...inQuery];
};

/** Records of players and tournaments are merged now and then. */
const leadsToMerged = (path: string): boolean =>
  idsOf(path).some((id) => /^(player\d?|tournament)$/.test(id));

const MOVED = {
  description: 'The record was merged into another one',
  headers: { ...HEADERS, Location: { schema: { type: 'string' } } },
} as const;

const errorsOf = ({ path, plan }: Endpoint): ErrorStatus[] => [
  401,
  ...(plan === 'free' ? [] : [402 as const]),
  ...(idsOf(path).length > 0 ? [404 as const] : []),
  422,
  429,
  500,
];

const bodyOf = ({ input: { body } }: Endpoint) =>
  body === null
    ? {}
    : {
        requestBody: { required: !body.safeParse({}).success, content: asJson(inputSchema(body)) },
      };

const operationOf = (endpoint: Endpoint) => ({
  operationId: operationId(endpoint),
  summary: endpoint.summary,
  ...(endpoint.plan === 'free' ? {} : { description: 'Only in the pro plan.' }),
  tags: [endpoint.path.split('/')[1] ?? ''],
  parameters: parametersOf(endpoint),
  ...bodyOf(endpoint),
  responses: {
    200: { description: 'Success', headers: HEADERS, content: asJson(refTo(endpoint.answer)) },
    ...(leadsToMerged(endpoint.path) ? { 302: MOVED } : {}),
    ...Object.fromEntries(
      errorsOf(endpoint).map((status) => [
        status,
        { $ref: `#/components/responses/${ERRORS[status].name}` },
      ]),
    ),
  },
});

const pathsOf = (endpoints: readonly Endpoint[]) => {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return paths;
};

const errorResponses = () =>
  Object.fromEntries(
    Object.values(ERRORS).map(({ name, meaning, body }) => [
      name,
      { description: meaning, headers: HEADERS, content: asJson(refTo(body)) },
    ]),
  );

/** Describes endpoints as an OpenAPI 3.1 document, out of the schemas that check their input. */
export const createOpenApi = (endpoints: readonly Endpoint[]) => ({
  openapi: '3.1.0',
  info: {
    title: "The sandbox's padel data service",
    version: '1.0',
    description: 'An invented world of professional padel.',
  },
  servers: [{ url: '/api' }],
  security: [{ bearer: [] }],
  paths: pathsOf(endpoints),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    headers: {
      'X-RateLimit-Limit': {
        description: 'Requests allowed in a minute',
        schema: { type: 'integer' },
      },
      'X-RateLimit-Remaining': {
        description: 'Requests left in this minute',
        schema: { type: 'integer' },
      },
    },
    responses: errorResponses(),
    schemas: componentSchemas(),
  },
});
