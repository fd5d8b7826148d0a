import {
  ChannelType,
  Events,
  MessageFlags,
  ThreadAutoArchiveDuration,
  type Client,
} from 'discord.js';
import { expect, test } from 'vitest';
import {
  aBot,
  aLocalDiscord,
  ALERTS,
  ANNOUNCEMENTS,
  channelOf,
  control,
  FORUM,
  rest,
} from './setup.ts';

const forumOf = (bot: Client<true>) => {
  const forum = bot.channels.cache.get(FORUM);
  if (forum?.type !== ChannelType.GuildForum) throw new Error('no forum');
  return forum;
};

test('a post is a thread with the id of its first message, and people can write in it', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const received: string[] = [];
  bot.on(Events.ThreadCreate, ({ name, parentId }) =>
    received.push(`thread ${name} in ${parentId}`),
  );
  bot.on(Events.MessageCreate, ({ channelId, id }) => received.push(`message ${channelId} ${id}`));

  const post = await forumOf(bot).threads.create({
    name: 'Final',
    autoArchiveDuration: ThreadAutoArchiveDuration.OneDay,
    message: { content: 'Who wins?', embeds: [{ title: 'Card' }] },
  });
  await post.send('6-4');
  const reply = await control(local).say(post.id, 'the left pair');

  const starter = await post.fetchStarterMessage();
  expect(starter).toMatchObject({ id: post.id, channelId: post.id, content: 'Who wins?' });
  await starter?.edit('Who won?');
  const shown = await control(local).messages(post.id);
  expect(shown.map(({ content }) => content)).toEqual(['Who won?', '6-4', 'the left pair']);
  await expect
    .poll(() => received)
    .toEqual([
      `thread Final in ${FORUM}`,
      `message ${post.id} ${post.id}`,
      expect.stringMatching(`message ${post.id}`),
      `message ${post.id} ${reply.id}`,
    ]);
  expect((await rest(local, 'GET', `/channels/${post.id}`)).body).toMatchObject({
    parent_id: FORUM,
    message_count: 2,
    thread_metadata: { auto_archive_duration: 1_440, archived: false },
  });
  const { channels } = await control(local).state();
  expect(channels.find(({ id }) => id === post.id)).toMatchObject({
    name: 'Final',
    thread: { ownerId: local.applicationId, archived: false },
  });
});

test('a post may contain a file, and the response contains the message', async () => {
  const local = await aLocalDiscord();
  const form = new FormData();
  form.set('payload_json', JSON.stringify({ name: 'Draw', message: { content: 'here' } }));
  form.set('files[0]', new Blob(['hello'], { type: 'text/plain' }), 'draw.txt');
  const sent = await fetch(`${local.apiUrl}/v10/channels/${FORUM}/threads`, {
    method: 'POST',
    headers: { authorization: `Bot ${local.token}` },
    body: form,
  });
  expect(sent.status).toBe(201);
  expect(await sent.json()).toMatchObject({
    name: 'Draw',
    type: ChannelType.PublicThread,
    message: { content: 'here', attachments: [{ filename: 'draw.txt' }] },
  });
});

test.each([
  ['without a message', { name: 'x' }, 50_035],
  ['without a name', { message: { content: 'x' } }, 50_035],
  ['with an empty message', { name: 'x', message: { content: ' ' } }, 50_006],
  [
    'with a message that is too long',
    { name: 'x', message: { content: 'x'.repeat(2_001) } },
    50_035,
  ],
  ['with an unknown tag', { name: 'x', message: { content: 'x' }, applied_tags: ['1'] }, 10_087],
])('a post %s is rejected, and no thread is left behind', async (_reason, body, code) => {
  const local = await aLocalDiscord();
  const answer = await rest(local, 'POST', `/channels/${FORUM}/threads`, body);
  expect(answer.body).toMatchObject({ code });
  const { channels } = await control(local).state();
  expect(channels.filter(({ parentId }) => parentId === FORUM)).toEqual([]);
});

test('a forum needs the permission to send, and has no messages of its own', async () => {
  const local = await aLocalDiscord();
  const send = await rest(local, 'POST', `/channels/${FORUM}/messages`, { content: 'x' });
  expect([send.status, send.body['code']]).toEqual([400, 50_008]);
  await expect(control(local).say('match-day', 'x')).rejects.toThrow('it holds posts');
  await control(local).deny('match-day', 'SendMessages');
  const body = { name: 'x', message: { content: 'x' } };
  const refused = await rest(local, 'POST', `/channels/${FORUM}/threads`, body);
  expect([refused.status, refused.body['code']]).toEqual([403, 50_013]);
});

test('a crosspost sets a flag, and fails when repeated or outside an announcement channel', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const [news, score] = [
    await channelOf(bot, ANNOUNCEMENTS).send('news'),
    await channelOf(bot, ALERTS).send('6-4'),
  ];
  expect((await news.crosspost()).flags.has(MessageFlags.Crossposted)).toBe(true);
  await expect(news.crosspost()).rejects.toMatchObject({ status: 400, code: 40_033 });
  const elsewhere = `/channels/${ALERTS}/messages/${score.id}/crosspost`;
  expect((await rest(local, 'POST', elsewhere)).body).toMatchObject({ code: 50_024 });
  const { id } = await control(local).say('announcements', 'mine', 'moderator');
  const ofOthers = `/channels/${ANNOUNCEMENTS}/messages/${id}/crosspost`;
  await control(local).deny('announcements', 'ManageMessages');
  expect((await rest(local, 'POST', ofOthers)).body).toMatchObject({ code: 50_013 });
});
