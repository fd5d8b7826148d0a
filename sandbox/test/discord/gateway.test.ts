import { once } from 'node:events';
import { createInflate } from 'node:zlib';
import { Events, GatewayIntentBits } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { aBot, aLocalDiscord, ALERTS, channelOf, control, rest } from './setup.ts';

/** A bare gateway connection: what it receives, and the code with which it was closed. */
const aSocket = async (local: LocalDiscord, query = '?v=10&encoding=json') => {
  const socket = new WebSocket(`ws://127.0.0.1:${local.port}/${query}`);
  onTestFinished(() => {
    socket.terminate();
  });
  const frames: { op: number; t: string | null; s: number | null; d: unknown }[] = [];
  socket.on('message', (bytes: Buffer) => {
    frames.push(JSON.parse(bytes.toString('utf8')) as (typeof frames)[number]);
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    frames,
    closed,
    say: (op: number, d: unknown) => {
      socket.send(JSON.stringify({ op, d }));
    },
    sayText: (text: string) => {
      socket.send(text);
    },
  };
};

const identify = (local: LocalDiscord, more: object = {}) => ({
  token: local.token,
  intents: GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages,
  properties: {},
  ...more,
});

test('a cut connection resumes, and the events in between are sent again', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const person = control(local);
  const received: string[] = [];
  const resumed = new Promise<number>((resolve) => {
    bot.on(Events.ShardResume, (_shard, replayed) => {
      resolve(replayed);
    });
  });
  bot.on(Events.MessageCreate, ({ id }) => received.push(id));
  const first = await person.say('general', 'before');
  await expect.poll(() => received).toEqual([first.id]);
  local.cutGateway();
  const between = await person.say('general', 'meanwhile');
  expect((await person.state()).bot.online).toBe(false);
  await resumed;
  const after = await person.say('general', 'after');
  await expect.poll(() => received).toEqual([first.id, between.id, after.id]);
  // A second login would have sent the guild again; this was not one.
  await channelOf(bot, ALERTS).send('still here');
});

test('a connection whose session is forgotten logs in again', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const ready = new Promise<void>((resolve) => {
    bot.on(Events.ShardReady, () => {
      resolve();
    });
  });
  await control(local).cut({ forget: true });
  await ready;
  await channelOf(bot, ALERTS).send('back again');
});

test('a session that is unknown, behind or too old cannot be resumed', async () => {
  let now = Date.now();
  const local = await aLocalDiscord({ now: () => now });
  const unknown = await aSocket(local);
  unknown.say(6, { token: local.token, session_id: 'no', seq: 1 });
  await expect.poll(() => unknown.frames.at(-1)).toMatchObject({ op: 9, d: false });

  const first = await aSocket(local);
  first.say(2, identify(local));
  await expect.poll(() => first.frames.map(({ t }) => t)).toEqual([null, 'READY', 'GUILD_CREATE']);
  const ready = first.frames.find(({ t }) => t === 'READY')?.d as { session_id: string };
  local.cutGateway();
  await first.closed;
  const ahead = await aSocket(local);
  ahead.say(6, { token: local.token, session_id: ready.session_id, seq: 99 });
  expect(await ahead.closed).toBe(4007);
  now += 6 * 60_000;
  const late = await aSocket(local);
  late.say(6, { token: local.token, session_id: ready.session_id, seq: 1 });
  await expect.poll(() => late.frames.at(-1)).toMatchObject({ op: 9, d: false });
});

test.each([
  ['a wrong token', 4004, 2, { token: 'wrong', intents: 1 }],
  ['an opcode that does not exist', 4001, 77, {}],
  ['intents that do not exist', 4013, 2, { intents: 1 << 30 }],
  ['a shard that does not exist', 4010, 2, { shard: [2, 2] }],
  ['a payload without its fields', 4002, 6, {}],
  ['a request before the login', 4003, 8, { guild_id: '1', query: '', limit: 0 }],
])('%s closes the connection with %d', async (_what, code, op, more) => {
  const local = await aLocalDiscord();
  const socket = await aSocket(local);
  socket.say(op, op === 2 ? identify(local, more) : more);
  expect(await socket.closed).toBe(code);
});

test('text that is not JSON closes with 4002, another version with 4012', async () => {
  const local = await aLocalDiscord();
  const garbled = await aSocket(local);
  garbled.sayText('{');
  expect(await garbled.closed).toBe(4002);
  expect(await (await aSocket(local, '?v=6')).closed).toBe(4012);
});

test('an intent that the application does not have closes with 4014', async () => {
  const local = await aLocalDiscord({ privilegedIntents: 0 });
  const socket = await aSocket(local);
  socket.say(2, identify(local, { intents: GatewayIntentBits.MessageContent }));
  expect(await socket.closed).toBe(4014);
});

test('a shard of too many servers closes with 4011', async () => {
  const local = await aLocalDiscord({ crowd: 20, limits: { serversPerShard: 15 } });
  const socket = await aSocket(local);
  socket.say(2, identify(local));
  expect(await socket.closed).toBe(4011);
});

test('a client without a heartbeat, or with too many payloads, is disconnected', async () => {
  const local = await aLocalDiscord({ limits: { heartbeatMs: 50, gatewayPerMinute: 3 } });
  expect(await (await aSocket(local)).closed).toBe(4009);
  const chatty = await aSocket(local);
  for (let said = 0; said < 4; said += 1) chatty.say(1, null);
  expect(await chatty.closed).toBe(4008);
  expect(chatty.frames.filter(({ op }) => op === 11)).toHaveLength(3);
});

test('frames can be compressed as one zlib stream', async () => {
  const local = await aLocalDiscord();
  const socket = new WebSocket(`ws://127.0.0.1:${local.port}/?v=10&compress=zlib-stream`);
  onTestFinished(() => {
    socket.terminate();
  });
  const inflate = createInflate();
  const texts: string[] = [];
  inflate.on('data', (text: Buffer) => texts.push(text.toString('utf8')));
  socket.on('message', (bytes: Buffer) => inflate.write(bytes));
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 2, d: identify(local) }));
  await expect.poll(() => texts.join('')).toMatch(/"op":10.*"READY".*"GUILD_CREATE"/s);
});

test('a shard gets only the events of its own guild', async () => {
  const local = await aLocalDiscord();
  const [none, own] = await Promise.all([aSocket(local), aSocket(local)]);
  const shardOfGuild = Number((BigInt(local.guildId) >> 22n) % 2n);
  own.say(2, identify(local, { shard: [shardOfGuild, 2] }));
  none.say(2, identify(local, { shard: [1 - shardOfGuild, 2] }));
  await expect.poll(() => [none.frames.length, own.frames.length]).toEqual([2, 3]);
  await rest(local, 'POST', `/channels/${ALERTS}/messages`, { content: 'x' });
  await expect.poll(() => own.frames.at(-1)?.t).toBe('MESSAGE_CREATE');
  expect(none.frames.at(-1)?.t).toBe('READY');
});

test('GET /gateway/bot returns the number of shards and of concurrent logins', async () => {
  const local = await aLocalDiscord({ limits: { shards: 4, maxConcurrency: 2 } });
  expect((await rest(local, 'GET', '/gateway/bot')).body).toMatchObject({
    shards: 4,
    session_start_limit: { max_concurrency: 2 },
  });
});

test('a session that identifies before its turn is invalid', async () => {
  let now = Date.now();
  const limits = { maxConcurrency: 2, identifyMs: 5_000 };
  const local = await aLocalDiscord({ limits, now: () => now });
  const answerTo = async (shard: number) => {
    const socket = await aSocket(local);
    socket.say(2, identify(local, { shard: [shard, 4] }));
    await expect.poll(() => socket.frames.length).toBeGreaterThan(1);
    const { op, t, d } = socket.frames[1] ?? {};
    return op === 9 ? ['invalid', d] : t;
  };
  expect(await answerTo(0)).toBe('READY');
  // This shard has another remainder, so it does not wait for shard 0.
  expect(await answerTo(1)).toBe('READY');
  expect(await answerTo(2)).toEqual(['invalid', false]);
  now += 5_000;
  expect(await answerTo(2)).toBe('READY');
});

test('each shard gets the servers of the crowd that belong to it', async () => {
  const local = await aLocalDiscord({ crowd: 10 });
  const guildIds: string[] = [];
  for (const shard of [0, 1, 2]) {
    const socket = await aSocket(local);
    socket.say(2, identify(local, { shard: [shard, 3] }));
    await expect.poll(() => socket.frames.length).toBeGreaterThan(1);
    const ready = socket.frames[1]?.d as { readonly guilds: readonly { readonly id: string }[] };
    await expect.poll(() => socket.frames.length).toBe(2 + ready.guilds.length);
    const created = socket.frames.slice(2).map(({ d }) => (d as { readonly id: string }).id);
    expect(created).toEqual(ready.guilds.map(({ id }) => id));
    guildIds.push(...created);
  }
  expect(new Set(guildIds).size).toBe(11);
  expect(guildIds).toContain(local.guildId);
});
