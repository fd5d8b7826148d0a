import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { inspectDiscord } from '#src/discord/inspection.ts';
import { freePort } from '../free-port.ts';
import { aRestServer } from './rest-server.ts';

const APPLICATION = {
  id: '1100000000000000002',
  name: 'Bandeja',
  bot_public: true,
  bot_require_code_grant: false,
};

const ANSWERS: Readonly<Record<string, object>> = {
  '/applications/@me': APPLICATION,
  '/applications/1100000000000000002/commands?with_localizations=true': [],
};

/** The outcome of inspecting a Discord whose gateway is at this address. */
const inspectWith = async (gateway: string) => {
  const server = await aRestServer();
  const limit = { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 1 };
  const answers = {
    ...ANSWERS,
    '/gateway/bot': { url: gateway, shards: 1, session_start_limit: limit },
  };
  const { apiUrl } = server;
  const inspected = inspectDiscord({ apiUrl, token: 'secret', now: Date.now });
  const byPath = new Map<string, object>(Object.entries(answers));
  while (byPath.size > 0) {
    const { path, answer } = await server.next();
    answer(200, byPath.get(path));
    byPath.delete(path);
  }
  return (await inspected).outcome;
};

it('reports why the gateway cannot be reached', async () => {
  expect(await inspectWith(`ws://127.0.0.1:${await freePort()}`)).toMatchObject({
    kind: 'answered',
    gatewayError: { code: 'ECONNREFUSED' },
  });
});

it('reports a closed connection when a website is at the address of the gateway', async () => {
  const website = Fastify();
  onTestFinished(() => website.close());
  const url = await website.listen({ host: '127.0.0.1', port: 0 });
  expect(await inspectWith(url.replace('http', 'ws'))).toMatchObject({
    kind: 'answered',
    gatewayError: { code: 'ECONNRESET' },
  });
});

it.each([
  [401, { kind: 'refused' }],
  [403, { kind: 'odd', status: 403 }],
  [502, { kind: 'odd', status: 502 }],
  [200, { kind: 'odd', status: null }],
])('sends no further request when the first response is %i', async (status, outcome) => {
  const server = await aRestServer();
  const inspected = inspectDiscord({ apiUrl: server.apiUrl, token: 'secret', now: Date.now });
  (await server.next()).answer(status, { message: 'no' });
  expect((await inspected).outcome).toEqual(outcome);
  expect(server.waiting).toEqual([]);
});

it('reports a rate limit', async () => {
  const server = await aRestServer();
  const inspected = inspectDiscord({ apiUrl: server.apiUrl, token: 'secret', now: Date.now });
  const wait = { 'retry-after': '5', 'x-ratelimit-scope': 'user' };
  (await server.next()).answer(429, { message: 'slower', retry_after: 5, global: false }, wait);
  expect((await inspected).outcome).toEqual({ kind: 'limited' });
});

it('compares the clock with the date of the response', async () => {
  const server = await aRestServer();
  const noon = Date.parse('2026-11-21T12:00:00Z');
  const now = () => noon + 90_000;
  const inspected = inspectDiscord({ apiUrl: server.apiUrl, token: 'secret', now });
  const date = new Date(noon).toUTCString();
  (await server.next()).answer(401, { message: '401: Unauthorized' }, { date });
  expect(await inspected).toEqual({ outcome: { kind: 'refused' }, clockAhead: 90_000 });
});
