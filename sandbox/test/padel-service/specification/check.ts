import { expect } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#sandbox/padel-service/api/endpoint.ts';
import { ENDPOINTS } from '#sandbox/padel-service/api/endpoints/index.ts';
import { ERRORS } from '#sandbox/padel-service/api/error-bodies.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { PRO } from '../service.ts';
import { readDocument, schemaIn, type OpenApiDocument } from './document.ts';
import { FREE, type Entry, type Row } from './row.ts';
import { sceneOf, type Scene } from './scene.ts';

/** Whether a row requests a declared endpoint; ids in a row are words or placeholders. */
const isRequestFor = (ask: string, method: string, path: string): boolean => {
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/-]+');
  return new RegExp(`^${method} ${pattern}(\\?|$)`, 'i').test(ask);
};

/** The endpoint that a row requests; undefined for unknown paths and for webhooks. */
export const declarationOf = (ask: string): Endpoint | undefined =>
  ENDPOINTS.find(({ method, path }) => isRequestFor(ask, method, path));

const success = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }),
});

/** What the OpenAPI document says about the response to a row, masked values included. */
const describedAnswer = (document: OpenApiDocument, ask: string): z.ZodType => {
  const [operation] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => isRequestFor(ask, method, path))
      .map(([, each]) => each),
  );
  if (!operation) throw new Error(`The document does not know ${ask}`);
  const { content } = success.parse(operation.responses['200']);
  return schemaIn(document, content['application/json'].schema);
};

const entrySchema = z.record(z.string(), z.unknown());

const entriesOf = (body: unknown): Entry[] => {
  const page = z.object({ data: z.array(entrySchema) }).safeParse(body);
  return page.success ? page.data.data : [entrySchema.parse(body)];
};

const order = (a: unknown, b: unknown): number =>
  typeof a === 'string' && !/^\d+$/.test(a)
    ? a.localeCompare(String(b), 'en')
    : Number(a) - Number(b);

const expectSorted = (entries: readonly Entry[], field: string, sign: 1 | -1): void => {
  const values = entries.map((entry) => entry[field]).filter((value) => value !== null);
  expect(new Set(values).size).toBeGreaterThan(1);
  expect(values).toEqual(values.toSorted((a, b) => sign * order(a, b)));
};

const expectRow = (row: Row, json: unknown): void => {
  row.shape?.parse(json);
  if (row.includes) expect(json).toMatchObject(row.includes);
  if (row.errors) {
    const [message] = Object.values(row.errors);
    const errors = new Map(Object.entries(row.errors).map(([field, text]) => [field, [text]]));
    expect(json).toEqual({ message, errors: Object.fromEntries(errors) });
  }
  if (row.holds) {
    const entries = entriesOf(json);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(row.holds(entry), JSON.stringify(entry)).toBe(true);
  }
  if (row.ascending !== undefined) expectSorted(entriesOf(json), row.ascending, 1);
  if (row.descending !== undefined) expectSorted(entriesOf(json), row.descending, -1);
};

const errorStatus = z.literal([401, 402, 404, 422, 429, 500]);

/** Replaces `{name}` and quotes around it by the value in the scene, so that an id is a number. */
const filledFrom =
  (scene: Scene) =>
  (text: string): string =>
    text.replaceAll(/"?\{(\w+)\}"?/g, (placeholder, name: string) => {
      const value = scene[name];
      if (value === undefined) throw new Error(`The scene has no ${placeholder}`);
      return String(value);
    });

/** Creates the check of rows against a service; the check returns the response body. */
export const createCheck = async (
  service: PadelService,
): Promise<(row: Row) => Promise<unknown>> => {
  const filled = filledFrom(await sceneOf(service));
  const document = readDocument((await service.inject('/openapi.json')).json());

  const ask = ({ ask: asked, token = 'sandbox-pro', body }: Row): Promise<Response> => {
    const [method = '', address = ''] = filled(asked).split(' ');
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return fetch(`${service.apiUrl}${address}`, {
      ...{ method, headers, redirect: 'manual' },
      ...(body === undefined ? {} : { body: filled(JSON.stringify(body)) }),
    });
  };

  const expectTarget = async (answer: Response): Promise<void> => {
    const target = answer.headers.get('location') ?? '';
    expect(target).toMatch(/^\/api\//);
    expect((await service.inject({ url: target, headers: PRO })).statusCode).toBe(200);
  };

  /** What holds for every response, whatever the request. */
  const expectWellFormed = (row: Row, { status, headers }: Response, json: unknown): void => {
    expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    if (status === 302) return;
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    if (status !== 200) {
      ERRORS[errorStatus.parse(status)].body.parse(json);
      return;
    }
    if (row.token !== FREE) declarationOf(row.ask)?.answer.parse(json);
    describedAnswer(document, row.ask).parse(json);
  };

  return async (row) => {
    const answer = await ask(row);
    const text = await answer.text();
    expect(answer.status, text).toBe(row.status ?? 200);
    const json: unknown = text === '' ? null : JSON.parse(text);
    expectWellFormed(row, answer, json);
    if (answer.status === 302) await expectTarget(answer);
    expectRow(row, json);
    return json;
  };
};
