import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ContainerBuilder,
  DiscordAPIError,
  Events,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { expect, test } from 'vitest';
import { timeOfSnowflake } from '#sandbox/discord/snowflake.ts';
import { DAY } from '../../../src/lib/time.ts';
import { answering, h2h } from './answering.ts';
import { aBot, aLocalDiscord, ALERTS, control, messageIn, NORA } from './setup.ts';

const button = (customId: string) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId(customId).setLabel('Press').setStyle(ButtonStyle.Primary),
  );

test('an ephemeral deferred response and its follow-up are seen by one person only', async () => {
  const person = await answering(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply('for your eyes');
    await interaction.followUp({ content: 'and this', flags: MessageFlags.Ephemeral });
  });
  const answer = await person.run('/h2h player:Vega');
  expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
  expect(messageIn(answer)).toMatchObject({ content: 'for your eyes', ephemeralFor: NORA });
  await expect
    .poll(async () => (await person.messages('general')).at(-1)?.content)
    .toBe('and this');
  const others = await person.messages('general', 'moderator');
  expect(others.map(({ content }) => content)).not.toContain('for your eyes');
});

test('the first follow-up after a deferral becomes the response, as in Discord', async () => {
  const person = await answering(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    await interaction.followUp('here it is');
    const original = await interaction.fetchReply();
    await interaction.followUp(original.content);
  });
  const answer = await person.run('/h2h player:Vega');
  expect(messageIn(answer)).toMatchObject({
    content: 'here it is',
    edited_timestamp: null,
    flags: 0,
  });
  await expect
    .poll(async () => (await person.messages('general')).slice(-2).map(({ content }) => content))
    .toEqual(['here it is', 'here it is']);
});

test('a button updates its message in place, and a select sends the chosen value', async () => {
  const person = await answering(async (interaction) => {
    if (interaction.isChatInputCommand()) {
      const select = new StringSelectMenuBuilder()
        .setCustomId('pick')
        .addOptions({ label: 'One', value: '1' }, { label: 'Two', value: '2' });
      const channels = new ChannelSelectMenuBuilder().setCustomId('where');
      await interaction.reply({
        content: 'choose',
        components: [
          button('go'),
          new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(select),
          new ActionRowBuilder<ChannelSelectMenuBuilder>().addComponents(channels),
        ],
      });
    }
    if (interaction.isButton()) await interaction.update('pressed');
    if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join());
    if (interaction.isChannelSelectMenu()) {
      await interaction.deferUpdate();
      await interaction.editReply(interaction.channels.map(({ id }) => id).join());
    }
  });
  const { id } = messageIn(await person.run('/h2h player:Vega'));
  const pressed = await person.press(id, 'go');
  expect(pressed).toMatchObject({ status: 'updated', message: { id, content: 'pressed' } });
  expect(messageIn(await person.press(id, 'pick', ['2'])).content).toBe('2');
  const where = await person.press(id, 'where', ['#padel-alerts']);
  expect(where).toMatchObject({ status: 'updated', message: { content: ALERTS } });
  await expect(person.press(id, 'pick', ['3'])).rejects.toThrow('"3" cannot be chosen here');
  await expect(person.press(id, 'gone')).rejects.toThrow('It has: "go", "pick", "where"');
});

test('a form opens, is filled in, and gets a response', async () => {
  const person = await answering(async (interaction) => {
    if (interaction.isChatInputCommand()) {
      const input = new TextInputBuilder()
        .setCustomId('note')
        .setStyle(TextInputStyle.Short)
        .setMaxLength(5);
      const label = new LabelBuilder().setLabel('Note').setTextInputComponent(input);
      await interaction.showModal(
        new ModalBuilder().setCustomId('form').setTitle('Form').addLabelComponents(label),
      );
    }
    if (interaction.isModalSubmit()) {
      await interaction.reply(interaction.fields.getTextInputValue('note'));
    }
  });
  const { status, modalId, modal } = await person.run('/h2h player:Vega');
  expect(status).toBe('modal');
  expect(modal?.title).toBe('Form');
  await expect(person.submit(modalId ?? '', { note: 'too long' })).rejects.toThrow('0 to 5');
  await expect(person.submit(modalId ?? '', {})).rejects.toThrow('note is required');
  expect(messageIn(await person.submit(modalId ?? '', { note: 'hello' })).content).toBe('hello');
});

test('a bot that does not respond in time is distinguished from one that is offline', async () => {
  let late: (() => Promise<unknown>) | null = null;
  const local = await aLocalDiscord();
  const person = control(local);
  const bot = await aBot(local);
  await bot.application.commands.set([h2h]);
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) late = () => interaction.reply('sorry');
  });
  expect(await person.run('/h2h player:Vega')).toMatchObject({
    status: 'no-answer',
    acknowledgedAfter: null,
  });
  await expect(late).rejects.toMatchObject({ code: 10062 });
  await bot.destroy();
  await expect.poll(async () => (await person.state()).bot.online).toBe(false);
  expect((await person.run('/h2h player:Vega')).status).toBe('offline');
});

test('a second response to one interaction is rejected with 40060', async () => {
  const codes: unknown[] = [];
  const person = await answering(async (interaction, bot) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.reply('once');
    const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
    await bot.rest
      .post(path, { body: { type: 4, data: { content: 'twice' } }, auth: false })
      .catch((error: unknown) => codes.push(error instanceof DiscordAPIError && error.code));
  });
  await person.run('/h2h player:Vega');
  await expect.poll(() => codes).toEqual([40060]);
});

test('a deferred response may use components V2, and keeps them when it is edited', async () => {
  const person = await answering(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    const card = (text: string) =>
      new ContainerBuilder().addTextDisplayComponents((display) => display.setContent(text));
    await interaction.editReply({ components: [card('one')], flags: MessageFlags.IsComponentsV2 });
    await interaction.editReply({ components: [card('two')] });
  });
  const { id } = messageIn(await person.run('/h2h player:Vega'));
  const shown = async () => (await person.messages('general')).find((one) => one.id === id);
  await expect.poll(async () => JSON.stringify(await shown())).toContain('"content":"two"');
  expect((await shown())?.flags).toBe(MessageFlags.IsComponentsV2);
});

test('an interaction token expires after fifteen minutes', async () => {
  let now = Date.now();
  let edit: (() => Promise<unknown>) | null = null;
  const local = await aLocalDiscord({ now: () => now });
  const bot = await aBot(local);
  await bot.application.commands.set([h2h]);
  bot.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    void interaction.reply('now');
    edit = () => interaction.editReply('later');
  });
  await control(local).run('/h2h player:Vega');
  now += 16 * 60_000;
  await expect(edit).rejects.toMatchObject({ code: 50027 });
});

test("on a world's clock, messages bear its time, and tokens live by the machine's", async () => {
  let worldNow = Date.parse('2026-11-27T14:31:00Z');
  let edit = (): Promise<unknown> => Promise.reject(new Error('not asked yet'));
  const local = await aLocalDiscord({ worldNow: () => worldNow });
  const bot = await aBot(local);
  await bot.application.commands.set([h2h]);
  bot.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    void interaction.reply('now');
    edit = () => interaction.editReply('later');
  });
  const { message } = await control(local).run('/h2h player:Vega');
  expect(message?.timestamp).toMatch(/^2026-11-27T14:31:00/);
  expect(timeOfSnowflake(message?.id ?? '')).toBeCloseTo(worldNow, -2);
  worldNow += DAY;
  await expect(edit()).resolves.toMatchObject({ editedAt: new Date(worldNow) });
});

test('a bot reads the file of a command, and on a button press the file of its own reply', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const command = new SlashCommandBuilder().setName('read').setDescription('Reads a file');
  command.addAttachmentOption((option) =>
    option.setName('file').setDescription('A file').setRequired(true),
  );
  await bot.application.commands.set([command]);
  const textAt = async (url = '') => await (await fetch(url)).text();
  bot.on(Events.InteractionCreate, (interaction) => {
    void (async () => {
      if (interaction.isChatInputCommand()) {
        const { url, ephemeral, size, contentType } = interaction.options.getAttachment(
          'file',
          true,
        );
        await interaction.reply({
          content: `${await textAt(url)} ${String(ephemeral)} ${size} ${contentType ?? ''}`,
          files: [{ name: 'kept.json', attachment: Buffer.from('{"kept":1}') }],
          components: [button('again')],
          flags: MessageFlags.Ephemeral,
        });
      } else if (interaction.isButton()) {
        await interaction.update(await textAt(interaction.message.attachments.first()?.url));
      }
    })();
  });
  const person = control(local);
  const content = Buffer.from('{"é":1}').toString('base64');
  const file = { filename: 'my settings.json', content, contentType: 'application/json' };
  await expect(person.run('/read')).rejects.toThrow('/read also needs: file');
  await expect(person.run('/read file:x')).rejects.toThrow('give it beside the command line');
  await expect(person.run('/read', 'member', 'general', { file, other: file })).rejects.toThrow(
    'There is no option "other" for a file',
  );
  const shown = messageIn(await person.run('/read', 'member', 'general', { file }));
  expect(shown.content).toBe('{"é":1} true 8 application/json');
  expect(shown.attachments).toMatchObject([{ filename: 'kept.json', size: 10 }]);
  const pressed = await person.press(shown.id, 'again');
  expect(messageIn(pressed).content).toBe('{"kept":1}');
});
