import { Events, type Client } from 'discord.js';
import { expect, test } from 'vitest';
import { startLocalDiscord } from '#sandbox/discord/index.ts';
import { aBot, aLocalDiscord, ALERTS, aStateFile, control, rest } from './setup.ts';

/** Records as text what a bot receives about servers, roles and messages. */
const eventsOf = (bot: Client<true>): string[] => {
  const received: string[] = [];
  bot.on(Events.GuildDelete, ({ name }) => received.push(`left ${name}`));
  bot.on(Events.GuildCreate, (guild) => {
    const role = guild.roles.botRoleFor(bot.user);
    received.push(`joined ${guild.name}: ${role?.permissions.toArray().join() ?? ''}`);
  });
  bot.on(Events.GuildRoleUpdate, (_before, role) => received.push(`role ${role.name}`));
  bot.on(Events.MessageCreate, ({ id }) => received.push(`message ${id}`));
  return received;
};

test('a bot that is removed gets one event and no further ones, and has no access', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const received = eventsOf(bot);
  const person = control(local);

  expect((await person.remove()).bot).toMatchObject({ isMember: false, online: true });
  await expect.poll(() => received).toEqual(['left Padel Club']);
  await person.say('general', 'nobody hears this');

  const statusOf = async (method: string, path: string, body?: unknown) => {
    const answer = await rest(local, method, path, body);
    return [answer.status, answer.body['code']];
  };
  const { guildId, applicationId } = local;
  expect(await statusOf('POST', `/channels/${ALERTS}/messages`, { content: 'x' })).toEqual([
    403, 50_001,
  ]);
  expect(await statusOf('GET', `/channels/${ALERTS}`)).toEqual([403, 50_001]);
  expect(await statusOf('GET', `/guilds/${guildId}`)).toEqual([404, 10_004]);
  expect(await statusOf('GET', `/guilds/${guildId}/channels`)).toEqual([404, 10_004]);
  expect(
    await statusOf('PUT', `/applications/${applicationId}/guilds/${guildId}/commands`, []),
  ).toEqual([403, 50_001]);
  expect((await rest(local, 'GET', '/users/@me/guilds')).body).toEqual([]);
  await expect(person.remove()).rejects.toThrow('The bot is not in the server');
  expect(received).toEqual(['left Padel Club']);
});

test('a bot that is invited again joins the server, with the permissions of the invitation', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const received = eventsOf(bot);
  const person = control(local);
  await person.remove();
  await person.invite(['EmbedLinks', 'ManageEvents']);
  await expect
    .poll(() => received)
    .toEqual(['left Padel Club', 'joined Padel Club: EmbedLinks,ManageEvents']);
  const { id } = await person.say('general', 'welcome back');
  await expect.poll(() => received.at(-1)).toBe(`message ${id}`);
  expect((await person.state()).bot.permissions).toEqual(['EmbedLinks', 'ManageEvents']);
});

test('inviting a bot that is already a member changes its role', async () => {
  const local = await aLocalDiscord();
  const received = eventsOf(await aBot(local));
  await control(local).invite(['SendMessages']);
  await expect.poll(() => received).toEqual(['role Bandeja']);
  await expect(control(local).invite(['Everything'])).rejects.toThrow('is no permission');
});

test('a bot that is not a member at login has no server until it is invited', async () => {
  const local = await aLocalDiscord();
  await control(local).remove();
  const bot = await aBot(local);
  expect(bot.guilds.cache.size).toBe(0);
  await control(local).invite();
  await expect.poll(() => bot.guilds.cache.first()?.name).toBe('Padel Club');
});

test('removing the bot removes its server commands, but not those of a person with the app', async () => {
  const local = await aLocalDiscord();
  const person = control(local);
  await rest(local, 'PUT', `/applications/${local.applicationId}/commands`, [
    { name: 'server', description: 'd' },
    { name: 'mine', description: 'd', integration_types: [0, 1] },
  ]);
  const offered = async () =>
    (await person.state('?as=member')).commands.map(({ name }) => name).toSorted();
  await person.addApp('member', true);
  expect(await offered()).toEqual(['mine', 'server']);
  await person.remove();
  expect(await offered()).toEqual(['mine']);
});

test('the membership of the bot survives a restart', async () => {
  const stateFile = aStateFile();
  const first = await startLocalDiscord({ port: 0, stateFile });
  await control(first).invite(['ViewChannel']);
  await control(first).remove();
  await first.stop();
  const second = await aLocalDiscord({ stateFile });
  expect((await control(second).state()).bot).toMatchObject({
    isMember: false,
    permissions: ['ViewChannel'],
  });
});
