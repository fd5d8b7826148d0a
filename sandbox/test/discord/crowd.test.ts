import { GatewayIntentBits } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { crowdChannelOf, crowdServer } from '#sandbox/discord/crowd/ids.ts';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { aLocalDiscord, rest } from './setup.ts';

const HERE = crowdChannelOf(crowdServer(2));
const MESSAGES = `/channels/${HERE}/messages`;

const post = (local: LocalDiscord, body: object) => rest(local, 'POST', MESSAGES, body);

test('a crowd channel counts posts and edits, with one post for each nonce', async () => {
  let now = Date.now();
  const local = await aLocalDiscord({ crowd: 3, now: () => now });
  const first = { content: 'Game, set', nonce: 'a', enforce_nonce: true };
  const { status, body } = await post(local, first);
  expect([status, body['channel_id'], body['content']]).toEqual([200, HERE, 'Game, set']);
  const again = await post(local, first);
  expect(again.body['id']).toBe(body['id']);
  await post(local, { ...first, nonce: 'b' });
  await post(local, { content: 'Game, set', nonce: 'a' });
  now += 6 * 60_000;
  await post(local, first);
  const edited = await rest(local, 'PATCH', `${MESSAGES}/${String(body['id'])}`, {
    content: 'Match',
  });
  expect([edited.body['id'], edited.body['content']]).toEqual([body['id'], 'Match']);
  const counted = local
    .crowdPosts()
    .get(HERE)
    ?.map(({ nonce, edits }) => [nonce, edits]);
  expect(counted).toEqual([
    ['a', 1],
    ['b', 0],
    [null, 0],
    ['a', 0],
  ]);
});

test('a crowd channel rejects what every channel rejects', async () => {
  const local = await aLocalDiscord({ crowd: 3 });
  expect((await post(local, { content: 'x'.repeat(2_001) })).status).toBe(400);
  expect((await rest(local, 'PATCH', `${MESSAGES}/1`, { content: 'Match' })).status).toBe(404);
  const beyond = crowdChannelOf(crowdServer(3));
  expect((await rest(local, 'POST', `/channels/${beyond}/messages`, { content: 'x' })).status).toBe(
    404,
  );
  expect(local.crowdPosts().size).toBe(0);
});

/** A gateway session of a shard, with a function that sends payloads. */
const aSession = async (local: LocalDiscord, shard: readonly [number, number]) => {
  const socket = new WebSocket(`ws://127.0.0.1:${local.port}/?v=10&encoding=json`);
  onTestFinished(() => {
    socket.terminate();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const say = (op: number, d: unknown): void => {
    socket.send(JSON.stringify({ op, d }));
  };
  say(2, { token: local.token, intents: GatewayIntentBits.Guilds, properties: {}, shard });
  return { socket, say };
};

test('attendance shows the sessions of a shard, their peak, and whether they are up to date', async () => {
  const local = await aLocalDiscord({ crowd: 3 });
  const shard = [0, 1] as const;
  const first = await aSession(local, shard);
  await expect
    .poll(local.attendance)
    .toEqual([{ shard: [0, 1], connected: 1, peak: 1, isUpToDate: false }]);
  // The heartbeat confirms five events: READY, the server of the page, and three of the crowd.
  first.say(1, 5);
  await expect.poll(() => local.attendance()[0]?.isUpToDate).toBe(true);
  const second = await aSession(local, shard);
  await expect.poll(() => local.attendance()[0]).toMatchObject({ connected: 2, peak: 2 });
  second.socket.close();
  await expect.poll(() => local.attendance()[0]).toMatchObject({ connected: 1, peak: 2 });
});
