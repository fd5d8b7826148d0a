import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#sandbox/padel-service/api/endpoint.ts';
import { ENDPOINTS } from '#sandbox/padel-service/api/endpoints/index.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { startStill } from './service.ts';
import { ACCESS } from './specification/access.ts';
import { createCheck, declarationOf } from './specification/check.ts';
import { MATCHES } from './specification/matches.ts';
import { PEOPLE } from './specification/people.ts';
import { REFUSALS } from './specification/refusals.ts';
import type { Row } from './specification/row.ts';
import { TOURNAMENTS } from './specification/tournaments.ts';
import { WEBHOOKS } from './specification/webhooks.ts';

let service: PadelService;
let check: (row: Row) => Promise<unknown>;
beforeAll(async () => {
  service = await startStill();
  check = await createCheck(service);
});
afterAll(() => service.stop());

const PARTS = [
  ['matches', MATCHES],
  ['players and pairs', PEOPLE],
  ['tournaments, seasons and videos', TOURNAMENTS],
  ['access and limits', ACCESS],
  ['refusals', REFUSALS],
] as const;

describe.each(PARTS)('the specification of %s', (_part, rows) => {
  it.each(rows)('$says · $ask', async (row) => {
    await check(row);
  });
});

describe('the specification of webhooks', () => {
  it('PATCH: secret and all other attributes are preserved', async () => {
    const patch = { says: '', ask: 'PATCH /webhooks/1' };
    const before = await check({ ...patch, body: { url: 'https://padel.example.com/one' } });
    const after = await check({ ...patch, body: { events: ['match.created'] } });
    expect(after).toEqual({
      ...z.looseObject({}).parse(before),
      events: ['match.created'],
      updated_at: expect.any(String) as string,
    });
  });

  it.each(WEBHOOKS)('$says · $ask', async (row) => {
    await check(row);
  });
});

describe('the steered API', () => {
  it.each([
    ['errors', 500, 'Server Error'],
    ['busy', 429, 'Too Many Attempts.'],
  ] as const)('responds as %s with %i', async (api, status, message) => {
    await service.steer({ api });
    await check({ says: message, ask: 'GET /players', status, includes: { message } });
    await service.steer({ api: 'ok' });
  });
});

describe('every declared endpoint', () => {
  const rowsOf = (endpoint: Endpoint, status: number): URLSearchParams[] =>
    PARTS.flatMap(([, rows]) => rows)
      .filter((row) => (row.status ?? 200) === status && declarationOf(row.ask) === endpoint)
      .map(({ ask }) => new URLSearchParams(ask.replace(/^[^?]*/, '')));

  it.each(ENDPOINTS)('has rows for all its parameters: $method $path', (endpoint) => {
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
      if (!isText)
        expect(
          refusals.some((asked) => asked.has(name)),
          name,
        ).toBe(true);
    }
  });

  it.each(ENDPOINTS)('requires a token: $method $path', async ({ method, path }) => {
    const url = `${service.apiUrl}${path.replaceAll(/\{\w+\}/g, '1')}`;
    const answer = await fetch(url, { method });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Unauthenticated.' });
  });
});
