import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#src/sandbox/padel-service/api/endpoints.ts';
import type { Endpoint } from '#src/sandbox/padel-service/api/endpoint.ts';
import { ERRORS } from '#src/sandbox/padel-service/api/error-bodies.ts';
import type { PadelService } from '#src/sandbox/padel-service/index.ts';
import { startStill } from './service.ts';
import { ACCESS } from './specification/access.ts';
import { readDocument, schemaIn, type OpenApiDocument } from './specification/document.ts';
import { MATCHES } from './specification/matches.ts';
import { PEOPLE } from './specification/people.ts';
import { REFUSALS } from './specification/refusals.ts';
import { FREE, type Entry, type Row } from './specification/row.ts';
import { sceneOf, type Scene } from './specification/scene.ts';
import { TOURNAMENTS } from './specification/tournaments.ts';

let service: PadelService;
let scene: Scene = {};
let document: OpenApiDocument;
beforeAll(async () => {
  service = await startStill();
  scene = await sceneOf(service);
  document = readDocument((await service.inject('/openapi.json')).json());
});
afterAll(() => service.stop());

/** Puts what the scene found in place of `{name}`; a text that is just that becomes a number. */
const filled = (text: string): string =>
  text.replaceAll(/"?\{(\w+)\}"?/g, (placeholder, name: string) => {
    const value = scene[name];
    if (value === undefined) throw new Error(`The scene has no ${placeholder}`);
    return String(value);
  });

/** The declaration that a path belongs to; ids in a row are numbers or placeholders. */
const declarationOf = (ask: string): Endpoint | undefined => {
  const [method, address = ''] = ask.split(' ');
  const path = address.replace(/\?.*$/, '');
  return ENDPOINTS.find((each) => {
    const pattern = each.path.replaceAll(/\{\w+\}/g, '[^/-]+');
    return each.method === method && new RegExp(`^${pattern}$`).test(path);
  });
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

const request = async ({ ask, token = 'sandbox-pro', body }: Row) => {
  const [method, address = ''] = filled(ask).split(' ');
  const answer = await fetch(`${service.apiUrl}${address}`, {
    method: method ?? '',
    redirect: 'manual',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: filled(JSON.stringify(body)) }),
  });
  const text = await answer.text();
  const json: unknown = text === '' ? null : JSON.parse(text);
  return { answer, json };
};

/** The answer of an endpoint as the OpenAPI document describes it, masks included. */
const documented = ({ method, path }: Endpoint): z.ZodType => {
  const methods = z.enum(['get', 'post', 'patch', 'delete']);
  const success = document.paths[path]?.[methods.parse(method.toLowerCase())]?.responses['200'];
  const { content } = z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
    .parse(success);
  return schemaIn(document, content['application/json'].schema);
};

const errorStatus = z.literal([401, 402, 404, 422, 429, 500]);

/** What holds for every answer, whatever was asked. */
const expectWellFormed = (row: Row, answer: Response, json: unknown): void => {
  expect(answer.status, JSON.stringify(json)).toBe(row.status ?? 200);
  expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  if (answer.status === 302) {
    expect(answer.headers.get('location')).toMatch(/^\/api\//);
    return;
  }
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  if (answer.status !== 200) {
    ERRORS[errorStatus.parse(answer.status)].body.parse(json);
    return;
  }
  const declared = declarationOf(row.ask);
  if (!declared) throw new Error(`No endpoint is declared for ${row.ask}`);
  if (row.token !== FREE) declared.answer.parse(json);
  documented(declared).parse(json);
};

const check = async (row: Row): Promise<void> => {
  const { answer, json } = await request(row);
  expectWellFormed(row, answer, json);
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

const PARTS = [
  ['matches', MATCHES],
  ['players and pairs', PEOPLE],
  ['tournaments, seasons and videos', TOURNAMENTS],
  ['access and limits', ACCESS],
  ['refusals', REFUSALS],
] as const;

describe.each(PARTS)('the specification of %s', (_part, rows) => {
  it.each(rows)('$says · $ask', check);
});

describe('on demand', () => {
  it.each([
    ['errors', 500, 'Server Error'],
    ['busy', 429, 'Too Many Attempts.'],
  ] as const)('the service answers %s: %i', async (api, status, message) => {
    await service.steer({ api });
    await check({ says: message, ask: 'GET /players', status, includes: { message } });
    await service.steer({ api: 'ok' });
  });
});

describe('the table', () => {
  const rowsOf = (endpoint: Endpoint, status: number): URLSearchParams[] =>
    PARTS.flatMap(([, rows]) => rows)
      .filter((row) => (row.status ?? 200) === status && declarationOf(row.ask) === endpoint)
      .map(({ ask }) => new URLSearchParams(ask.replace(/^[^?]*/, '')));

  it.each(ENDPOINTS)('asks $method $path for everything that it takes', (endpoint) => {
    const { path, query } = endpoint.input;
    const successes = rowsOf(endpoint, 200);
    const refusals = rowsOf(endpoint, 422);
    expect(successes).not.toEqual([]);
    if (Object.keys(path.shape).length > 0) {
      expect(refusals.some((asked) => asked.size === 0)).toBe(true);
      expect(rowsOf(endpoint, 404)).not.toEqual([]);
    }
    for (const [name, schema] of Object.entries<z.ZodType>(query.shape)) {
      const isPaging = name === 'page' || name === 'per_page';
      const isText = schema.safeParse('no such word').success;
      if (!isPaging)
        expect(
          successes.some((asked) => asked.has(name)),
          name,
        ).toBe(true);
      const isPost = endpoint.method === 'POST';
      if (!isText && !isPost)
        expect(
          refusals.some((asked) => asked.has(name)),
          name,
        ).toBe(true);
    }
  });

  it.each(ENDPOINTS)('$method $path needs a token', async ({ method, path }) => {
    const url = `${service.apiUrl}${path.replaceAll(/\{\w+\}/g, '1')}`;
    const answer = await fetch(url, { method });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Unauthenticated.' });
  });
});
