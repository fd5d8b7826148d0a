import { expect, test } from 'vitest';
import { aBot, aLocalDiscord, ALERTS, channelOf, control, GENERAL, rest } from '../setup.ts';

const MESSAGES = `/channels/${ALERTS}/messages`;

test("a sixth message within five seconds is rejected with Discord's headers and body", async () => {
  let now = Date.now();
  const local = await aLocalDiscord({ now: () => now });
  const send = () => rest(local, 'POST', MESSAGES, { content: 'x' });
  const first = await send();
  expect(first.headers.get('x-ratelimit-limit')).toBe('5');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
  expect(first.headers.get('x-ratelimit-reset-after')).toBe('5.000');
  for (let sent = 1; sent < 5; sent += 1) expect((await send()).status).toBe(200);
  now += 1_500;
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    message: 'You are being rate limited.',
    code: 0,
    retry_after: 3.5,
    global: false,
  });
  expect(refused.headers.get('retry-after')).toBe('4');
  expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
  expect(refused.headers.get('x-ratelimit-bucket')).toBe(first.headers.get('x-ratelimit-bucket'));
  now += 3_500;
  expect((await send()).status).toBe(200);
});

test('another channel and edits have limits of their own', async () => {
  const now = Date.now();
  const local = await aLocalDiscord({ now: () => now, limits: { messagesPer5s: 1 } });
  const sent = await rest(local, 'POST', MESSAGES, { content: 'x' });
  expect((await rest(local, 'POST', MESSAGES, { content: 'x' })).status).toBe(429);
  const elsewhere = await rest(local, 'POST', `/channels/${GENERAL}/messages`, { content: 'x' });
  expect(elsewhere.status).toBe(200);
  const path = `${MESSAGES}/${String(sent.body['id'])}`;
  const edited = await rest(local, 'PATCH', path, { content: 'y' });
  expect(edited.status).toBe(200);
  const bucketOf = ({ headers }: typeof sent) => headers.get('x-ratelimit-bucket');
  expect(bucketOf(edited)).not.toBe(bucketOf(sent));
});

test('an older version of the API shares the limits', async () => {
  const local = await aLocalDiscord({ limits: { messagesPer5s: 1 } });
  await rest(local, 'POST', MESSAGES, { content: 'x' });
  const older = await fetch(`${local.apiUrl}/v9${MESSAGES}`, {
    method: 'POST',
    headers: { authorization: `Bot ${local.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'x' }),
  });
  expect(older.status).toBe(429);
});

test('fifty requests per second are allowed in total, not counting interactions', async () => {
  const now = Date.now();
  const local = await aLocalDiscord({ now: () => now });
  const ask = () => rest(local, 'GET', '/users/@me');
  for (let asked = 0; asked < 50; asked += 1) await ask();
  const refused = await rest(local, 'GET', `/channels/${ALERTS}`);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-ratelimit-global')).toBe('true');
  expect(refused.body).toMatchObject({ global: true });
  const callback = await rest(local, 'POST', '/interactions/1/unknown/callback', { type: 1 });
  expect(callback.body).toMatchObject({ code: 10062 });
});

test('discord.js reads the headers, and waits instead of failing', async () => {
  const local = await aLocalDiscord({ limits: { messagesPer5s: 10 } });
  const bot = await aBot(local);
  const refused: string[] = [];
  bot.rest.on('rateLimited', ({ scope, limit }) => refused.push(`${scope} ${limit}`));
  const channel = channelOf(bot, ALERTS);
  const sent = await Promise.all(['1', '2', '3', '4', '5', '6'].map((text) => channel.send(text)));
  // Five deletions per second and channel are allowed: the sixth has to wait.
  await Promise.all(sent.map((message) => message.delete()));
  expect(refused).toEqual(['user 5']);
  expect(await control(local).messages('padel-alerts')).toEqual([]);
});

test('edits of a message that is older than an hour are limited', async () => {
  let now = Date.now();
  const local = await aLocalDiscord({ now: () => now, limits: { oldEditsPerHour: 1 } });
  const { body } = await rest(local, 'POST', MESSAGES, { content: 'x' });
  const edit = () => rest(local, 'PATCH', `${MESSAGES}/${String(body['id'])}`, { content: 'y' });
  await edit();
  await edit();
  now += 61 * 60_000;
  expect((await edit()).status).toBe(200);
  const refused = await edit();
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: 30046, retry_after: 3_600 });
});

test('a fault makes every request fail, be limited, or lose its response', async () => {
  const local = await aLocalDiscord();
  const person = control(local);
  const send = (content: string) => rest(local, 'POST', MESSAGES, { content });
  await person.faults({ serverErrors: true });
  expect((await send('a')).status).toBe(500);
  await person.faults({ serverErrors: false, rateLimited: true });
  expect((await send('b')).headers.get('x-ratelimit-global')).toBe('true');
  await person.faults({ rateLimited: false, loseAnswers: true });
  await expect(send('c')).rejects.toThrow('fetch failed');
  await person.faults({ loseAnswers: false });
  const shown = await person.messages('padel-alerts');
  expect(shown.map(({ content }) => content)).toEqual(['c']);
});

test('a fault breaks connections before anything is done, or withholds every response', async () => {
  const local = await aLocalDiscord();
  const person = control(local);
  await person.faults({ resets: true });
  await expect(rest(local, 'POST', MESSAGES, { content: 'a' })).rejects.toThrow('fetch failed');
  await person.faults({ resets: false, unanswered: true });
  const answered: unknown[] = [];
  const asked = rest(local, 'POST', MESSAGES, { content: 'b' })
    .then((answer) => answered.push(answer))
    .catch(() => undefined);
  const contents = async () => (await person.messages('padel-alerts')).map((each) => each.content);
  await expect.poll(contents).toEqual(['b']);
  expect(answered).toEqual([]);
  await local.stop();
  await asked;
});

test('a fault limits only what is written into a channel', async () => {
  const local = await aLocalDiscord();
  await control(local).faults({ routeLimited: true });
  const refused = await rest(local, 'POST', MESSAGES, { content: 'a' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
  expect(refused.headers.get('x-ratelimit-global')).toBeNull();
  expect((await rest(local, 'GET', MESSAGES)).status).toBe(200);
});
