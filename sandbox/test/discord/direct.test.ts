import {
  ActionRowBuilder,
  ApplicationIntegrationType,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Events,
  GatewayIntentBits,
  InteractionContextType,
  MessageFlags,
  type Client,
} from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalDiscord } from '#sandbox/discord/index.ts';
import { aBot, aLocalDiscord, aStateFile, control, messageIn, NORA, rest } from './setup.ts';

const { Guild, BotDM, PrivateChannel } = InteractionContextType;
const { GuildInstall, UserInstall } = ApplicationIntegrationType;

const command = (name: string, contexts: number[] | undefined, installs: number[]) => ({
  name,
  description: 'd',
  integration_types: installs,
  ...(contexts === undefined ? {} : { contexts }),
});

const COMMANDS = [
  command('anywhere', [Guild, BotDM, PrivateChannel], [GuildInstall, UserInstall]),
  command('server', [Guild], [GuildInstall]),
  command('everywhere', undefined, [GuildInstall]),
  command('mine', [BotDM, PrivateChannel], [UserInstall]),
];

/** Replies with the context of the interaction, and updates the message on a button press. */
const replyWithContext = (bot: Client<true>): void => {
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isButton()) void interaction.update('pressed');
    if (!interaction.isChatInputCommand()) return;
    const { context, guildId, member, user, memberPermissions } = interaction;
    const owners = interaction.authorizingIntegrationOwners;
    const details = { context, guildId, member, manages: memberPermissions?.has('ManageGuild') };
    void interaction.reply({
      content: JSON.stringify({ ...details, user: user.username, owners }),
      components: [
        new ActionRowBuilder<ButtonBuilder>().addComponents(
          new ButtonBuilder().setCustomId('press').setLabel('Press').setStyle(ButtonStyle.Primary),
        ),
      ],
      ...(interaction.commandName === 'mine' ? { flags: MessageFlags.Ephemeral } : {}),
    });
  });
};

const aSetup = async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local, {
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages],
  });
  await rest(local, 'PUT', `/applications/${local.applicationId}/commands`, COMMANDS);
  replyWithContext(bot);
  return { local, bot, person: control(local) };
};

const contextIn = (answer: Parameters<typeof messageIn>[0]): unknown =>
  JSON.parse(messageIn(answer).content);

test('a command in a direct message has no guild, and its buttons work', async () => {
  const { person } = await aSetup();
  const channel = await person.direct('moderator');
  const answer = await person.run('/anywhere', 'moderator', channel.id);
  expect(contextIn(answer)).toEqual({
    context: BotDM,
    guildId: null,
    member: null,
    user: 'tomas',
    owners: { [GuildInstall]: '0' },
  });
  const { id } = messageIn(answer);
  expect(await person.press(id, 'press', [], 'moderator')).toMatchObject({
    status: 'updated',
    message: { content: 'pressed' },
  });
});

test.each([
  ['server', 'cannot be run in direct messages'],
  ['mine', 'has not added the app'],
])('/%s is rejected in a direct message', async (name, words) => {
  const { person } = await aSetup();
  const { id } = await person.direct('member');
  await expect(person.run(`/${name}`, 'member', id)).rejects.toThrow(words);
});

test('a command for direct messages only is rejected in the server', async () => {
  const { person } = await aSetup();
  await person.addApp('member', true);
  await expect(person.run('/mine')).rejects.toThrow('/mine cannot be run in a server');
});

test('a person and the bot share one direct message channel, which nobody else sees', async () => {
  const { local, bot, person } = await aSetup();
  const channel = await person.direct('member');
  expect(channel).toMatchObject({ type: ChannelType.DM, peopleIds: [NORA] });
  expect((await person.direct('member')).id).toBe(channel.id);
  const received = new Promise<string>((resolve) => {
    bot.once(Events.MessageCreate, ({ channelId }) => {
      resolve(channelId);
    });
  });
  await bot.users.send(NORA, 'good evening');
  expect(await received).toBe(channel.id);
  expect(await person.messages(channel.id)).toMatchObject([{ content: 'good evening' }]);
  await expect(person.messages(channel.id, 'iker')).rejects.toThrow('Iker cannot see');
  const seen = async (as: string) => (await person.state(`?as=${as}`)).channels.map(({ id }) => id);
  expect(await seen('member')).toContain(channel.id);
  expect(await seen('iker')).not.toContain(channel.id);
  const { body } = await rest(local, 'GET', `/guilds/${local.guildId}/channels`);
  expect(JSON.stringify(body)).not.toContain(channel.id);
});

test('an app that a person has added works in conversations between people', async () => {
  const { local, bot, person } = await aSetup();
  const channel = await person.direct('member', 'iker');
  await expect(person.run('/anywhere', 'member', channel.id)).rejects.toThrow(
    'Nora has not added the app',
  );
  expect(await person.addApp('member', true)).toMatchObject({ username: 'nora', hasApp: true });
  const received: string[] = [];
  bot.on(Events.MessageCreate, ({ content }) => received.push(content));
  await person.say(channel.id, 'look at this');
  const answer = await person.run('/anywhere', 'member', channel.id);
  expect(contextIn(answer)).toMatchObject({
    context: PrivateChannel,
    guildId: null,
    owners: { [UserInstall]: NORA },
  });
  // Both people see a public response; the bot cannot see the channel at all.
  expect((await person.messages(channel.id, 'iker')).at(-1)?.id).toBe(messageIn(answer).id);
  const { status, body } = await rest(local, 'GET', `/channels/${channel.id}`);
  expect([status, body['code']]).toEqual([403, 50_001]);
  expect(received).toEqual([]);
  await expect(person.run('/anywhere', 'iker', channel.id)).rejects.toThrow(
    'Iker has not added the app',
  );
  expect(await person.run('/mine', 'member', channel.id)).toMatchObject({ ephemeral: true });
});

test.each([
  ['in the server', undefined, ['anywhere', 'everywhere', 'server']],
  ['in a direct message', '', ['anywhere', 'everywhere', 'mine']],
  ['between two people', 'iker', ['anywhere', 'mine']],
])('%s, the commands of that context are listed', async (_place, companion, names) => {
  const { person } = await aSetup();
  await person.addApp('member', true);
  const channel =
    companion === undefined
      ? 'general'
      : (await person.direct('member', companion === '' ? undefined : companion)).id;
  const { commands } = await person.state(`?as=member&channel=${channel}`);
  expect(commands.map(({ name }) => name).toSorted()).toEqual(names);
});

test('a person who closes direct messages gets none, but commands still get a response', async () => {
  const { local, bot, person } = await aSetup();
  const channel = await person.direct('member');
  expect(await person.takeDirect('member', false)).toMatchObject({ takesDirectMessages: false });
  const { body } = await rest(local, 'POST', '/users/@me/channels', { recipient_id: NORA });
  expect(body['id']).toBe(channel.id);
  await expect(bot.users.send(NORA, 'psst')).rejects.toMatchObject({ status: 403, code: 50_007 });
  expect((await person.run('/anywhere', 'member', channel.id)).status).toBe('answered');
  await bot.users.send('1100000000000000103', 'to Iker');
  await person.takeDirect('member', true);
  await bot.users.send(NORA, 'psst');
});

test('a bot can write only to people who share a server with it or have added its app', async () => {
  const { bot, person } = await aSetup();
  await person.remove();
  await expect(bot.users.send(NORA, 'psst')).rejects.toMatchObject({ status: 403, code: 50_278 });
  await person.addApp('member', true);
  await bot.users.send(NORA, 'psst');
});

test('conversations, closed direct messages and added apps survive a restart', async () => {
  const stateFile = aStateFile();
  const open = () => startLocalDiscord({ port: 0, stateFile });
  const first = await open();
  const channel = await control(first).direct('member', 'iker');
  await control(first).takeDirect('iker', false);
  await control(first).addApp('member', true);
  await control(first).addApp('iker', true);
  await control(first).addApp('iker', false);
  await first.stop();
  const second = await open();
  onTestFinished(() => second.stop());
  expect(await control(second).direct('iker', 'member')).toEqual(channel);
  const { people } = await control(second).state();
  expect(people.filter((one) => !one.takesDirectMessages).map(({ username }) => username)).toEqual([
    'iker',
  ]);
  expect(people.filter(({ hasApp }) => hasApp).map(({ username }) => username)).toEqual(['nora']);
});
