import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#sandbox/padel-service/api/endpoints/index.ts';
import { MASKED } from '#sandbox/padel-service/api/masks.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { startStill } from './service.ts';
import { readDocument, resolve, schemaIn, type OpenApiDocument } from './specification/document.ts';

let service: PadelService;
let document: OpenApiDocument;
beforeAll(async () => {
  service = await startStill();
  document = readDocument((await service.inject('/openapi.json')).json());
});
afterAll(() => service.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every reference anywhere in a JSON value. */
const refsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(value);
  if (!success) return [];
  return Object.entries(data).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : refsIn(each),
  );
};

const parameter = (path: string, name: string) =>
  document.paths[path]?.get?.parameters.find((each) => each.name === name);

describe('the OpenAPI document', () => {
  it('is served without a token, next to the API', async () => {
    const answer = await fetch(`${service.url}/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('states its version, server and authentication', () => {
    expect(document).toMatchObject({
      info: { version: '1.0' },
      servers: [{ url: '/api' }],
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('describes every endpoint', () => {
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(described).toEqual(
      expect.arrayContaining(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)),
    );
  });

  it('has no dangling reference', () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => resolve(document, ref) === undefined)).toEqual([]);
  });

  it('gives every operation a unique alphanumeric id', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[a-zA-Z0-9]+$/.test(name))).toBe(true);
  });

  it('declares every path parameter, and no parameter twice', () => {
    for (const { path, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter(({ in: place }) => place === 'path');
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      expect(declared.every(({ required }) => required)).toBe(true);
      const names = operation.parameters.map(({ name }) => name);
      expect(new Set(names).size, path).toBe(names.length);
    }
  });

  it('states the ranges, defaults, formats and enumerations of parameters', () => {
    expect(parameter('/players', 'per_page')).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 15 },
    });
    expect(parameter('/seasons', 'year')?.schema).toMatchObject({ minimum: 2023, maximum: 2026 });
    expect(parameter('/matches', 'after_date')?.schema).toEqual({ type: 'string', format: 'date' });
    expect(parameter('/matches', 'round')?.schema).toEqual({
      type: 'integer',
      enum: [1, 2, 4, 8, 16, 32],
    });
    expect(parameter('/players', 'nationality')?.schema).toMatchObject({
      minLength: 2,
      maxLength: 2,
    });
  });

  it('states what a request body must contain', () => {
    const team = { type: 'array', minItems: 1, maxItems: 2, items: { type: 'integer' } };
    const schema = { properties: { team_1: team, team_2: team }, required: ['team_1', 'team_2'] };
    expect(document.paths['/matches/simulate']?.post).toMatchObject({
      requestBody: { required: true, content: { 'application/json': { schema } } },
    });
  });

  it('describes the fields of a webhook', () => {
    const properties = {
      url: { type: 'string', format: 'uri', description: 'A public HTTPS URL.' },
      events: { type: 'array', uniqueItems: true, items: { type: 'string' } },
    };
    expect(document.paths['/webhooks/{webhook}']?.patch).toMatchObject({
      requestBody: { required: false, content: { 'application/json': { schema: { properties } } } },
    });
  });

  it('lists the possible responses, with their bodies and rate limit headers', () => {
    for (const { path, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect(statuses, path).toEqual(expect.arrayContaining(['200', '401', '422', '429', '500']));
      for (const response of Object.values(operation.responses)) {
        const ref = z.object({ $ref: z.string() }).safeParse(response).data?.$ref;
        expect(ref === undefined ? response : resolve(document, ref)).toMatchObject({
          description: expect.any(String) as string,
          headers: { 'X-RateLimit-Limit': {}, 'X-RateLimit-Remaining': {} },
        });
      }
    }
    expect(document.paths['/live']?.get?.responses).toHaveProperty('402');
    expect(document.paths['/players/{player}']?.get?.responses).toHaveProperty('302');
    expect(document.paths['/players']?.get?.responses).not.toHaveProperty('402');
  });

  it('allows the placeholder of the free plan in every field that the plan masks', () => {
    for (const [id, fields] of Object.entries(MASKED)) {
      for (const field of fields) {
        const schema = resolve(document, `#/components/schemas/${id}/properties/${field}`);
        expect(schemaIn(document, schema).safeParse('hidden_free_plan').success).toBe(true);
      }
    }
  });

  it('has schemas that reject malformed responses', () => {
    const player = schemaIn(document, { $ref: '#/components/schemas/Player' });
    expect(player.safeParse({}).success).toBe(false);
    const message = schemaIn(document, { $ref: '#/components/schemas/Message' });
    expect(message.safeParse({ message: 'Too Many Attempts.' }).success).toBe(true);
    expect(message.safeParse({ message: 'Too Many Attempts.', more: 1 }).success).toBe(false);
  });
});
