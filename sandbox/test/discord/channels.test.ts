import { ChannelType, Events, type Client } from 'discord.js';
import { expect, test } from 'vitest';
import { aBot, aLocalDiscord, ALERTS, control, FORUM, rest } from './setup.ts';

/** What a bot hears of channels, in words. */
const heardBy = (bot: Client<true>): string[] => {
  const heard: string[] = [];
  bot.on(Events.ChannelCreate, ({ name }) => heard.push(`created ${name}`));
  bot.on(Events.ChannelUpdate, (_before, channel) => {
    heard.push(`changed ${channel.isDMBased() ? '' : channel.name}`);
  });
  bot.on(Events.ChannelDelete, (channel) => {
    heard.push(`deleted ${channel.isDMBased() ? '' : channel.name}`);
  });
  return heard;
};

test('channels are made, renamed and deleted, and the bot is told of it', async () => {
  const local = await aLocalDiscord();
  const heard = heardBy(await aBot(local));
  const person = control(local);
  const made = await person.createChannel({ name: 'Live Scores', category: 'courtside' });
  expect(made).toMatchObject({ name: 'live-scores', type: ChannelType.GuildText, topic: null });
  await rest(local, 'POST', `/channels/${made.id}/messages`, { content: 'x' });
  const edited = await person.editChannel('live-scores', { name: 'scores', topic: 'Points' });
  expect(edited).toMatchObject({ id: made.id, name: 'scores', topic: 'Points' });
  await person.deleteChannel('scores');
  await expect
    .poll(() => heard)
    .toEqual(['created live-scores', 'changed scores', 'deleted scores']);
  const gone = await rest(local, 'POST', `/channels/${made.id}/messages`, { content: 'x' });
  expect([gone.status, gone.body['code']]).toEqual([404, 10_003]);
});

test.each([
  ['forum', ChannelType.GuildForum],
  ['announcement', ChannelType.GuildAnnouncement],
  ['category', ChannelType.GuildCategory],
] as const)('a channel may be of the type %s', async (type, expected) => {
  const local = await aLocalDiscord();
  expect((await control(local).createChannel({ name: 'x', type })).type).toBe(expected);
});

test('threads go with their channel, and channels stay without their category', async () => {
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

test('what cannot be done to a channel is said in words', async () => {
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

test('a permission may be given in one channel alone, and taken there alone', async () => {
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

test('the bot makes channels itself where it may', async () => {
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

test('of a channel that the bot does not see it hears nothing', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const heard: string[] = [];
  bot.on(Events.MessageCreate, ({ channelId }) => heard.push(channelId));
  await control(local).deny('padel-alerts', 'ViewChannel');
  await control(local).say('padel-alerts', 'among us');
  const { channel_id: general } = await control(local).say('general', 'to all');
  await expect.poll(() => heard).toEqual([general]);
});
