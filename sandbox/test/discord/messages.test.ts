import { AttachmentBuilder, Events, MessageFlags, MessageType, type Message } from 'discord.js';
import { expect, test } from 'vitest';
import {
  aBot,
  aLocalDiscord,
  ALERTS,
  ANNOUNCEMENTS,
  channelOf,
  control,
  GENERAL,
  NORA,
  rest,
} from './setup.ts';

test('the guild has a name, channels, chat messages and members', async () => {
  const bot = await aBot(await aLocalDiscord());
  const guild = bot.guilds.cache.first();
  expect(guild?.name).toBe('Padel Club');
  expect([...(guild?.channels.cache.values() ?? [])].map(({ name }) => name)).toEqual(
    expect.arrayContaining(['general', 'padel-alerts', 'announcements']),
  );
  const general = channelOf(bot, GENERAL);
  const chat = await general.messages.fetch({ limit: 100 });
  expect(chat.size).toBeGreaterThan(3);
  expect((await guild?.members.fetch(NORA))?.displayName).toBe('Nora');
});

test('a message with an embed and a picture is sent, edited and deleted', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const message = await channelOf(bot, ALERTS).send({
    content: 'live',
    embeds: [{ title: 'Card', image: { url: 'attachment://card.png' } }],
    files: [new AttachmentBuilder(pixel, { name: 'card.png' })],
    flags: MessageFlags.SuppressNotifications,
  });
  const picture = message.embeds[0]?.image?.url ?? '';
  const served = await fetch(picture);
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await served.arrayBuffer()).equals(pixel)).toBe(true);
  expect(message.flags.has(MessageFlags.SuppressNotifications)).toBe(true);

  await message.edit({ content: 'final' });
  const [shown] = (await control(local).messages('padel-alerts')).slice(-1);
  expect(shown).toMatchObject({ content: 'final', embeds: [{ title: 'Card' }] });
  expect(shown?.edited_timestamp).not.toBeNull();
  await message.delete();
  expect(await control(local).messages('padel-alerts')).toEqual([]);
});

test('an enforced nonce returns the existing message, and creates nothing', async () => {
  const local = await aLocalDiscord();
  const body = { content: 'once', nonce: 'set-2', enforce_nonce: true };
  const first = await rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  const again = await rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  expect(again.body['id']).toBe(first.body['id']);
  await rest(local, 'POST', `/channels/${ALERTS}/messages`, { ...body, nonce: 'set-3' });
  expect(await control(local).messages('padel-alerts')).toHaveLength(2);
});

test('a nonce expires after some minutes', async () => {
  let now = Date.now();
  const local = await aLocalDiscord({ now: () => now });
  const body = { content: 'again', nonce: 'n', enforce_nonce: true };
  const first = await rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  now += 6 * 60_000;
  const later = await rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  expect(later.body['id']).not.toBe(first.body['id']);
});

test('a message mentions only those whom the sender allows', async () => {
  const bot = await aBot(await aLocalDiscord());
  const text = `<@${NORA}> <@&1100000000000000013> @everyone`;
  const send = (allowedMentions: object) =>
    channelOf(bot, ALERTS).send({ content: text, allowedMentions });
  const reached = ({ mentions }: Message) => [
    mentions.users.size,
    mentions.roles.size,
    mentions.everyone,
  ];
  expect(reached(await send({ parse: [] }))).toEqual([0, 0, false]);
  expect(reached(await send({ users: [NORA] }))).toEqual([1, 0, false]);
  expect(reached(await send({ parse: ['users', 'roles', 'everyone'] }))).toEqual([1, 1, true]);
});

test('a reply refers to its message, and a reply to an unknown message is a form error', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const { id } = await control(local).say('general', 'hello bot');
  const answer = await channelOf(bot, GENERAL).send({
    content: 'hello',
    reply: { messageReference: id },
  });
  expect((await answer.fetchReference()).content).toBe('hello bot');
  const invalid = await rest(local, 'POST', `/channels/${GENERAL}/messages`, {
    content: 'x',
    message_reference: { message_id: '1' },
  });
  expect(invalid.body).toMatchObject({
    code: 50035,
    errors: { message_reference: { _errors: [{ code: 'REPLIES_UNKNOWN_MESSAGE' }] } },
  });
});

test('reactions, pins, threads and crossposts are stored, and sent over the gateway', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const seen: string[] = [];
  bot.on(Events.MessageReactionAdd, (reaction) => seen.push(`reaction ${reaction.emoji.name}`));
  bot.on(Events.ThreadCreate, (thread) => seen.push(`thread ${thread.name}`));
  bot.on(Events.ChannelPinsUpdate, () => seen.push('pins'));
  const news = await channelOf(bot, ANNOUNCEMENTS).send('news');
  await news.react('🔥');
  await news.pin();
  const thread = await news.startThread({ name: 'Talk' });
  await thread.send('inside');
  expect((await news.crosspost()).flags.has(MessageFlags.Crossposted)).toBe(true);
  await expect.poll(() => seen.toSorted()).toEqual(['pins', 'reaction 🔥', 'thread Talk']);
  const [shown, note] = await control(local).messages('announcements');
  expect(note).toMatchObject({
    type: MessageType.ChannelPinnedMessage,
    message_reference: { message_id: news.id },
  });
  expect(shown).toMatchObject({
    pinned: true,
    reactions: [{ emoji: { name: '🔥' }, count: 1 }],
    thread: { name: 'Talk', message_count: 1 },
  });
  const loose = await rest(local, 'POST', `/channels/${GENERAL}/threads`, {
    name: 'Loose',
    type: 11,
  });
  expect(loose.status).toBe(201);
});

test('a direct message reaches its recipient and nobody else', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const nora = await bot.users.fetch(NORA);
  const { channelId } = await nora.send('psst');
  expect((await control(local).messages(channelId)).at(-1)?.content).toBe('psst');
  await expect(control(local).messages(channelId, 'iker')).rejects.toThrow('Iker cannot see');
});

test('a bot without the content intent reads only messages that mention it', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const received: string[] = [];
  bot.on(Events.MessageCreate, ({ content }) => received.push(content));
  await control(local).say('general', 'not for you');
  await control(local).say('general', `<@${local.applicationId}> for you`);
  await expect.poll(() => received).toEqual(['', `<@${local.applicationId}> for you`]);
});

test('a file that is too large is rejected', async () => {
  const local = await aLocalDiscord({ limits: { fileBytes: 10 } });
  const bot = await aBot(local);
  const file = (bytes: number) => new AttachmentBuilder(Buffer.alloc(bytes), { name: 'x.bin' });
  const channel = channelOf(bot, ALERTS);
  await channel.send({ files: [file(10)] });
  await expect(channel.send({ files: [file(11)] })).rejects.toMatchObject({ code: 40005 });
});
