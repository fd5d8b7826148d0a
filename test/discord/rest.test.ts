import { expect, it, onTestFinished } from 'vitest';
import { SEND_PRIORITIES } from '#src/alerts/delivery/sender.ts';
import { RateLimited } from '#src/discord/rest/errors.ts';
import { createEventWriter } from '#src/discord/rest/event-writer.ts';
import {
  createInvalidRequestCounter,
  type InvalidRequestCounter,
} from '#src/discord/rest/invalid-request-counter.ts';
import { createRest } from '#src/discord/rest/rest.ts';
import { createSender } from '#src/discord/rest/sender.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aRestServer } from './rest-server.ts';

interface World {
  readonly apiUrl: string;
  readonly token: string;
  readonly invalidRequests: InvalidRequestCounter;
  readonly now: () => number;
}

const SURFACES: Readonly<Record<string, (world: World) => () => Promise<unknown>>> = {
  'the sender of alerts': (world) => {
    const sender = createSender(world);
    onTestFinished(sender.stop);
    return () =>
      sender.inTurn('1', SEND_PRIORITIES.set, (writer) => writer.post({ content: 'x' }, 'nonce'));
  },
  'the writer of scheduled events': (world) => {
    const writer = createEventWriter({
      ...world,
      ownId: () => null,
      mayWrite: () => true,
      blockedForMs: () => 0,
    });
    onTestFinished(writer.stop);
    return () => writer.list('1');
  },
  'the REST client for everything else': (world) => {
    const rest = createRest(world);
    onTestFinished(rest.close);
    return () => rest.get('/users/@me').catch(() => 'refused');
  },
};

it.each(Object.entries(SURFACES))(
  '%s still sends its token after a refusal',
  async (_name, opened) => {
    const server = await aRestServer();
    let at = 0;
    const now = (): number => at;
    const invalidRequests = createInvalidRequestCounter({ now });
    const ask = opened({ apiUrl: server.apiUrl, token: 'secret', invalidRequests, now });
    const refused = ask();
    (await server.next()).answer(401, { code: 0, message: '401: Unauthorized' });
    await refused;
    at += 1_000;
    const again = ask();
    const { answer, authorization } = await Promise.race([
      server.next(),
      again.then((outcome) => {
        throw new Error(`no request was sent: ${JSON.stringify(outcome)}`);
      }),
    ]);
    expect(authorization).toBe('Bot secret');
    answer(200, { id: '901' });
    await again;
  },
);

const DAY_LONG = { 'retry-after': '86400' };

it.each(
  Object.entries(SURFACES).flatMap(([name, opened]) => [
    [name, 'all requests', { ...DAY_LONG, 'x-ratelimit-global': 'true' }, opened] as const,
    [name, 'its route', DAY_LONG, opened] as const,
  ]),
)(
  '%s sends a request five minutes after it got a rate limit of a day for %s',
  async (_name, _what, headers, opened) => {
    const server = await aRestServer();
    let at = 0;
    const now = (): number => at;
    const invalidRequests = createInvalidRequestCounter({ now });
    const ask = opened({ apiUrl: server.apiUrl, token: 'secret', invalidRequests, now });
    const refused = ask();
    (await server.next()).answer(429, { message: 'You are being rate limited.' }, headers);
    await refused;
    at += 5 * MINUTE;
    const again = ask();
    (await server.next()).answer(200, { id: '901' });
    await again;
  },
);

/** A REST client whose clock moves only by hand, and a server in Discord's place. */
const aRestAt = async (isImpatient: boolean) => {
  const server = await aRestServer();
  const clock = { at: 0 };
  const now = (): number => clock.at;
  const invalidRequests = createInvalidRequestCounter({ now });
  const rest = createRest({
    apiUrl: server.apiUrl,
    token: 'secret',
    invalidRequests,
    now,
    isImpatient,
  });
  onTestFinished(rest.close);
  return { server, clock, rest, invalidRequests };
};

const ONE_LEFT = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '5' };

it('asks nothing more of a used up route of a channel until its window ends, and all else', async () => {
  const { server, clock, rest } = await aRestAt(true);
  const post = (channel: string) => rest.post(`/channels/${channel}/messages`, { body: {} });
  const first = post('210000000000000001');
  (await server.next()).answer(200, {}, ONE_LEFT);
  await first;
  await expect(post('210000000000000001')).rejects.toMatchObject({
    retryAfterMs: 5_050,
    isGlobal: false,
  });
  const elsewhere = [
    post('210000000000000002'),
    rest.patch('/channels/210000000000000001/messages/1', { body: {} }),
  ];
  (await server.next()).answer(200, {});
  (await server.next()).answer(200, {});
  await Promise.all(elsewhere);
  clock.at += 5_050;
  const again = post('210000000000000001');
  (await server.next()).answer(200, {});
  await again;
});

it('counts messages of one channel together, whatever their ids', async () => {
  const { server, rest } = await aRestAt(true);
  const edit = (id: string) =>
    rest.patch(`/channels/210000000000000001/messages/${id}`, { body: {} });
  const first = edit('310000000000000001');
  (await server.next()).answer(200, {}, ONE_LEFT);
  await first;
  await expect(edit('310000000000000002')).rejects.toBeInstanceOf(RateLimited);
});

it('sends the requests of one route one after the other, each after what the last one learned', async () => {
  const { server, rest } = await aRestAt(true);
  const [first, second] = [rest.get('/users/@me'), rest.get('/users/@me')];
  const { answer } = await server.next();
  expect(server.waiting).toEqual([]);
  answer(200, {}, ONE_LEFT);
  await first;
  await expect(second).rejects.toBeInstanceOf(RateLimited);
  expect(server.waiting).toEqual([]);
});

it('waits for a short limit, and for one without a length, and asks again', async () => {
  aFastClock({ clocks: ['performance'] });
  const server = await aRestServer();
  const invalidRequests = createInvalidRequestCounter();
  const rest = createRest({ apiUrl: server.apiUrl, token: 'secret', invalidRequests });
  onTestFinished(rest.close);
  const asked = rest.get('/users/@me');
  (await server.next()).answer(429, {}, { 'retry-after': '0.2' });
  (await server.next()).answer(429, {}, { 'retry-after': 'soon' });
  (await server.next()).answer(429, {}, { 'retry-after': '0.2', 'x-ratelimit-global': 'true' });
  (await server.next()).answer(200, { id: '7' });
  expect(await asked).toEqual({ id: '7' });
  expect(invalidRequests.count()).toBe(3);
});

it('waits for a limit of all requests also where it waits for no permit', async () => {
  aFastClock({ clocks: ['performance'] });
  const server = await aRestServer();
  const invalidRequests = createInvalidRequestCounter();
  const rest = createRest({ apiUrl: server.apiUrl, token: 'secret', invalidRequests });
  onTestFinished(rest.close);
  const answered = rest.post('/interactions/1/secret/callback', { body: {}, auth: false });
  const limit = { 'retry-after': '2', 'x-ratelimit-global': 'true' };
  (await server.next()).answer(429, {}, limit);
  const limited = performance.now();
  (await server.next()).answer(204);
  expect(performance.now() - limited).toBeGreaterThanOrEqual(2 * SECOND);
  await answered;
});

it.each([
  [true, 1],
  [false, 4],
])('asks again after an outage unless it is impatient (%s)', async (isImpatient, times) => {
  const { server, rest } = await aRestAt(isImpatient);
  const asked = rest.get('/users/@me');
  for (let time = 0; time < times; time += 1) (await server.next()).answer(502, {});
  await expect(asked).rejects.toMatchObject({ status: 502, code: null, message: 'Bad Gateway' });
  expect(server.waiting).toEqual([]);
});

it('gives up an answer that does not come', async () => {
  aFastClock({ speed: 100 });
  const { rest } = await aRestAt(true);
  await expect(rest.get('/users/@me')).rejects.toThrow('not done within 10000 ms');
});

it('does not hold an answer to a member back while all other requests are limited', async () => {
  const { server, rest } = await aRestAt(true);
  const asked = rest.get('/users/@me');
  const limit = { 'retry-after': '60', 'x-ratelimit-global': 'true' };
  (await server.next()).answer(429, {}, limit);
  await expect(asked).rejects.toMatchObject({ retryAfterMs: MINUTE + 50, isGlobal: true });
  await expect(rest.get('/users/@me')).rejects.toBeInstanceOf(RateLimited);
  const answered = rest.post('/interactions/1/secret/callback', { body: {}, auth: false });
  const { authorization, answer } = await server.next();
  expect(authorization).toBeUndefined();
  answer(204);
  await answered;
});

it("does not take a refusal of an interaction's token for one of the bot's", async () => {
  const { server, rest, invalidRequests } = await aRestAt(true);
  const answered = rest.patch('/webhooks/1/secret/messages/@original', { auth: false });
  (await server.next()).answer(401, { code: 50_027, message: 'Invalid Webhook Token' });
  await expect(answered).rejects.toMatchObject({ status: 401, code: 50_027 });
  expect(invalidRequests.blockedForMs()).toBe(0);
  expect(invalidRequests.count()).toBe(1);
});

it('says which field Discord does not take, however long the list is', async () => {
  const { server, rest } = await aRestAt(true);
  const asked = rest.post('/channels/1/messages', { body: {} });
  const wrong = (message: string) => ({ _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message }] });
  const errors = { embeds: { '0': { title: wrong('Too long.'), url: wrong('x'.repeat(9_000)) } } };
  (await server.next()).answer(400, { code: 50_035, message: 'Invalid Form Body', errors });
  const { message } = await asked.then(
    () => new Error('it was taken'),
    (error: unknown) => error as Error,
  );
  expect(message).toMatch(
    /^Invalid Form Body\nembeds\[0\]\.title\[BASE_TYPE_MAX_LENGTH\]: Too long\.\n/,
  );
  expect(message.length).toBeLessThanOrEqual(1_000);
});

it('believes no limit that is no duration', async () => {
  const { server, rest } = await aRestAt(true);
  for (const reset of ['-5', 'NaN', '1e999', `${HOUR / SECOND}`]) {
    const asked = rest.get(`/gateway/${reset}`);
    (await server.next()).answer(
      200,
      {},
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': reset },
    );
    await asked;
    const again = await rest.get(`/gateway/${reset}`).catch((error: unknown) => error);
    if (!(again instanceof RateLimited)) throw new Error('it was not held back');
    expect(again.retryAfterMs).toBeLessThanOrEqual(5 * MINUTE);
  }
});
