import { ChannelType, Events, type Client } from 'discord.js';
import { expect, test } from 'vitest';
import { aBot, aLocalDiscord, ALERTS, control, FORUM, rest } from './setup.ts';

/** Records the channel events of a bot as text. */
const channelEventsOf = (bot: Client<true>): string[] => {
  const received: string[] = [];
  bot.on(Events.ChannelCreate, ({ name }) => received.push(`created ${name}`));
  bot.on(Events.ChannelUpdate, (_before, channel) => {
    received.push(`changed ${channel.isDMBased() ? '' : channel.name}`);
  });
  bot.on(Events.ChannelDelete, (channel) => {
    received.push(`deleted ${channel.isDMBased() ? '' : channel.name}`);
  });
  return received;
};

test('channels are created, renamed and deleted, and the bot gets an event each time', async () => {
  const local = await aLocalDiscord();
  const received = channelEventsOf(await aBot(local));
  const person = control(local);
  const made = await person.createChannel({ name: 'Live Scores', category: 'courtside' });
  expect(made).toMatchObject({ name: 'live-scores', type: ChannelType.GuildText, topic: null });
  await rest(local, 'POST', `/channels/${made.id}/messages`, { content: 'x' });
  const edited = await person.editChannel('live-scores', { name: 'scores', topic: 'Points' });
  expect(edited).toMatchObject({ id: made.id, name: 'scores', topic: 'Points' });
  await person.deleteChannel('scores');
  await expect
    .poll(() => received)
    .toEqual(['created live-scores', 'changed scores', 'deleted scores']);
  const gone = await rest(local, 'POST', `/channels/${made.id}/messages`, { content: 'x' });
  expect([gone.status, gone.body['code']]).toEqual([404, 10_003]);
});

test.each([
  ['forum', ChannelType.GuildForum],
  ['announcement', ChannelType.GuildAnnouncement],
  ['category', ChannelType.GuildCategory],
] as const)('a channel may have the type %s', async (type, expected) => {
  const local = await aLocalDiscord();
  expect((await control(local).createChannel({ name: 'x', type })).type).toBe(expected);
});

test('deleting a channel deletes its threads, and deleting a category keeps its channels', async () => {
  const local = await aLocalDiscord();
  const person = control(local);
  const body = { name: 'Final', message: { content: 'x' } };
  const post = await rest(local, 'POST', `/channels/${FORUM}/threads`, body);
  await person.deleteChannel('match-day');
  expect((await rest(local, 'GET', `/channels/${String(post.body['id'])}`)).status).toBe(404);
  await person.deleteChannel('courtside');
  const { channels } = await person.state();
  expect(channels.find(({ id }) => id === ALERTS)?.parentId).toBeNull();
});

test('an impossible change of a channel is rejected with a message that says why', async () => {
  const person = control(await aLocalDiscord());
  await person.deleteChannel('padel-alerts');
  await expect(person.deleteChannel('general')).rejects.toThrow('The last text channel stays');
  await expect(person.createChannel({ name: ' ' })).rejects.toThrow('name: ');
  await expect(person.createChannel({ name: 'x', category: 'general' })).rejects.toThrow(
    '#general is no category',
  );
  const { id } = await person.direct('member');
  await expect(person.deleteChannel(id)).rejects.toThrow('Conversations are not deleted');
  await expect(person.permit('general', ['EmbedLinks'], ['EmbedLinks'])).rejects.toThrow(
    'EmbedLinks is both denied and given',
  );
});

test('a permission can be granted or denied in a single channel', async () => {
  const local = await aLocalDiscord();
  const person = control(local);
  await person.invite(['ViewChannel', 'SendMessages']);
  const { id } = await person.say('general', 'delete me');
  const remove = () => rest(local, 'DELETE', `/channels/1100000000000000203/messages/${id}`);
  expect((await remove()).body).toMatchObject({ code: 50_013 });
  const shown = await person.permit('general', ['SendMessages'], ['ManageMessages']);
  expect(shown).toMatchObject({
    deniedToBot: ['SendMessages'],
    allowedToBot: ['ManageMessages'],
    botPermissions: expect.arrayContaining(['ManageMessages', 'ReadMessageHistory']) as string[],
  });
  expect(shown.botPermissions).not.toContain('SendMessages');
  expect((await remove()).status).toBe(204);
});

test('the bot creates channels itself where it has the permission', async () => {
  const local = await aLocalDiscord();
  const create = (body: object) => rest(local, 'POST', `/guilds/${local.guildId}/channels`, body);
  expect((await create({ name: 'mine' })).body).toMatchObject({ code: 50_013 });
  await control(local).invite(['ViewChannel', 'ManageChannels']);
  expect(await create({ name: 'My Forum', type: 15, topic: 'posts' })).toMatchObject({
    status: 201,
    body: { name: 'my-forum', type: 15, topic: 'posts', available_tags: [] },
  });
  expect((await create({ name: 'voice', type: 2 })).body).toMatchObject({ code: 50_035 });
});

test('a bot gets no events from a channel that it cannot see', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const received: string[] = [];
  bot.on(Events.MessageCreate, ({ channelId }) => received.push(channelId));
  await control(local).deny('padel-alerts', 'ViewChannel');
  await control(local).say('padel-alerts', 'among us');
  const { channel_id: general } = await control(local).say('general', 'to all');
  await expect.poll(() => received).toEqual([general]);
});
