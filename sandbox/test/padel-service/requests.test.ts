import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { PRO, startStill } from './service.ts';
import { sceneOf, type Scene } from './specification/scene.ts';

let service: PadelService;
let scene: Scene = {};
beforeAll(async () => {
  service = await startStill();
  scene = await sceneOf(service);
});
afterAll(() => service.stop());

const get = (path: string) => service.inject({ url: `/api${path}`, headers: PRO });

const post = (path: string, payload: string, type = 'application/json') =>
  service.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...PRO, 'content-type': type },
    payload,
  });

describe('a request with two teams', () => {
  it.each([
    [{ team_1: [1], team_2: [99_999] }, 'team_2.0', 'The selected team 2.0 is invalid.'],
    [
      { team_1: [1], team_2: [2, 1] },
      'team_2',
      'The two teams must not have a player in common or twice.',
    ],
    [
      { team_1: [3, 3], team_2: [2, 1] },
      'team_2',
      'The two teams must not have a player in common or twice.',
    ],
  ])('is rejected when the body is %j', async (body, field, message) => {
    for (const path of ['/matches/simulate', '/matches/head2head']) {
      const answer = await post(path, JSON.stringify(body));
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual({ message, errors: { [field]: [message] } });
    }
  });
});

describe('a request body', () => {
  const NOT_JSON = 'The request body must be valid JSON.';
  const NO_OBJECT = 'The request body must be a JSON object.';

  it.each([
    ['broken', '{', 'application/json', NOT_JSON],
    ['longer than a megabyte', ' '.repeat(1_100_000), 'application/json', NOT_JSON],
    ['of another media type', '<teams/>', 'application/xml', NOT_JSON],
    ['a list', '[1, 2]', 'application/json', NO_OBJECT],
    ['plain text', 'team_1=1', 'text/plain', NO_OBJECT],
  ])('is rejected when it is %s', async (_kind, payload, type, message) => {
    const answer = await post('/matches/simulate', payload, type);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ message, errors: { body: [message] } });
  });

  it('lacks every required field when it is empty', async () => {
    const answer = await post('/matches/simulate', '');
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['team_1', 'team_2']);
  });

  it('is not checked when the path does not exist', async () => {
    expect((await post('/nothing', '{')).statusCode).toBe(404);
  });
});

describe('a URL', () => {
  it.each([
    ['cannot be decoded', '/players/%E0%A4%A', 404],
    ['has a very long id', `/players/${'1'.repeat(2000)}`, 422],
    ['names a parameter twice', '/players?page=1&page=2', 422],
    ['has an unreadable query', '/players?name=%E0%A4%A', 200],
    ['ends where the API begins', '', 404],
  ])('gets a JSON response with a rate limit header when it %s', async (_kind, path, status) => {
    const answer = await fetch(`${service.apiUrl}${path}`, { headers: PRO });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect(await answer.json()).toBeTypeOf('object');
  });

  it('redirects from a merged player to the canonical one, and keeps its query', async () => {
    const answer = await get(`/players/${scene['merged'] ?? 0}/stats?round=1&page=x`);
    expect(answer.statusCode).toBe(302);
    const target = String(answer.headers.location);
    expect(target).toMatch(/^\/api\/players\/\d+\/stats\?round=1&page=x$/);
    expect((await get(target.replace('/api', ''))).statusCode).toBe(200);
  });
});
