import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ChannelType,
  ComponentType,
  Events,
  LabelBuilder,
  MentionableSelectMenuBuilder,
  ModalBuilder,
  RoleSelectMenuBuilder,
  SelectMenuDefaultValueType,
  TextInputStyle,
  UserSelectMenuBuilder,
  type APIModalInteractionResponseCallbackComponent,
  type APITextInputComponent,
  type Interaction,
  type MessageActionRowComponentBuilder,
} from 'discord.js';
import { expect, test } from 'vitest';
import {
  aBot,
  aLocalDiscord,
  ALERTS,
  channelOf,
  control,
  FORUM,
  messageIn,
  NORA,
  rest,
} from './setup.ts';

const FANS = '1100000000000000013';
const MODERATORS = '1100000000000000011';

const row = (part: MessageActionRowComponentBuilder) =>
  new ActionRowBuilder<MessageActionRowComponentBuilder>().addComponents(part);

/** A message with one component, and a bot that responds to it with `answer`. */
const aMessageWith = async (
  part: MessageActionRowComponentBuilder,
  answer: (interaction: Interaction<'cached'>) => unknown,
) => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.inCachedGuild()) void answer(interaction);
  });
  const { id } = await channelOf(bot, ALERTS).send({ content: 'choose', components: [row(part)] });
  const person = control(local);
  return {
    local,
    bot,
    id,
    person,
    choose: (...values: string[]) => person.press(id, 'pick', values),
  };
};

test('roles arrive resolved, and a select that may be empty sends an empty choice', async () => {
  const select = new RoleSelectMenuBuilder()
    .setCustomId('pick')
    .setMinValues(0)
    .setMaxValues(2)
    .setDefaultRoles(FANS);
  const { id, person, choose } = await aMessageWith(select, (interaction) => {
    if (!interaction.isRoleSelectMenu()) return;
    const names = interaction.roles.map(({ name }) => name).join();
    return interaction.update({
      content: `[${names}]`,
      components: [row(RoleSelectMenuBuilder.from(select).setDefaultRoles(...interaction.values))],
    });
  });
  expect(messageIn(await choose('@Padel', 'Moderator')).content).toBe('[Padel,Moderator]');
  const [shown] = (await person.messages('padel-alerts')).filter((one) => one.id === id);
  expect(shown?.components?.[0]).toMatchObject({
    components: [
      { default_values: [FANS, MODERATORS].map((role) => ({ id: role, type: 'role' })) },
    ],
  });
  expect(messageIn(await choose()).content).toBe('[]');
  await expect(choose('Padel', 'Padel')).rejects.toThrow('"Padel" was chosen twice');
  await expect(choose('Umpires')).rejects.toThrow('"Umpires" cannot be chosen here');
});

test('people arrive resolved as users and as members', async () => {
  const select = new UserSelectMenuBuilder().setCustomId('pick').setMaxValues(2);
  const { choose, local } = await aMessageWith(select, (interaction) => {
    if (!interaction.isUserSelectMenu()) return;
    const { users, members } = interaction;
    return interaction.reply(
      `${users.map(({ username }) => username).join()} ${String(members.get(NORA)?.roles.cache.has(FANS))}`,
    );
  });
  expect(messageIn(await choose('nora', local.applicationId)).content).toBe('bandeja,nora true');
  await expect(choose()).rejects.toThrow('Choose 1 to 2 of the options');
});

test('a mentionable select accepts people and roles', async () => {
  const select = new MentionableSelectMenuBuilder()
    .setCustomId('pick')
    .setMaxValues(5)
    .setDefaultValues(
      { id: NORA, type: SelectMenuDefaultValueType.User },
      { id: FANS, type: SelectMenuDefaultValueType.Role },
    );
  const { choose } = await aMessageWith(select, (interaction) => {
    if (!interaction.isMentionableSelectMenu()) return;
    const { users, roles } = interaction;
    return interaction.reply(
      [...users.map(({ username }) => username), ...roles.map(({ name }) => name)].join(),
    );
  });
  expect(messageIn(await choose('nora', 'Moderator')).content).toBe('nora,Moderator');
});

test("channels arrive with the permissions of the person, and only those of the select's types", async () => {
  const select = new ChannelSelectMenuBuilder()
    .setCustomId('pick')
    .setChannelTypes(ChannelType.GuildText, ChannelType.GuildForum);
  const { choose, bot } = await aMessageWith(select, (interaction) => {
    if (!interaction.isChannelSelectMenu()) return;
    return interaction.reply(interaction.values.join());
  });
  // discord.js keeps the channel that is in its cache, so the test reads the gateway payload.
  const raw = new Promise<unknown>((resolve) => {
    bot.on(Events.Raw, ({ t, d }: { t: string; d: unknown }) => {
      if (t === 'INTERACTION_CREATE') resolve(d);
    });
  });
  expect(messageIn(await choose('match-day')).content).toBe(FORUM);
  expect(await raw).toMatchObject({
    data: {
      values: [FORUM],
      resolved: {
        channels: {
          [FORUM]: { name: 'match-day', permissions: expect.stringMatching(/^\d+$/) as string },
        },
      },
    },
  });
  await expect(choose('announcements')).rejects.toThrow('cannot be chosen here');
});

test('more default values than may be chosen are rejected', async () => {
  const local = await aLocalDiscord();
  const select = (defaults: readonly string[]) => ({
    content: 'x',
    components: [
      {
        type: 1,
        components: [
          {
            type: 6,
            custom_id: 'pick',
            min_values: 0,
            max_values: 1,
            default_values: defaults.map((id) => ({ id, type: 'role' })),
          },
        ],
      },
    ],
  });
  const send = (defaults: readonly string[]) =>
    rest(local, 'POST', `/channels/${ALERTS}/messages`, select(defaults));
  expect((await send([])).status).toBe(200);
  expect((await send([FANS])).status).toBe(200);
  expect((await send([FANS, MODERATORS])).body).toMatchObject({
    code: 50_035,
    errors: {
      components: { 0: { components: { 0: { default_values: { _errors: [{}] } } } } },
    },
  });
});

const TEXT: APITextInputComponent = {
  type: ComponentType.TextInput,
  custom_id: 'note',
  style: TextInputStyle.Short,
};

const PLACES: readonly (readonly [string, APIModalInteractionResponseCallbackComponent])[] = [
  ['in a row', { type: ComponentType.ActionRow, components: [{ ...TEXT, label: 'Note' }] }],
  ['in a label', { type: ComponentType.Label, label: 'Note', component: TEXT }],
];

test.each(PLACES)(
  'a button opens a form with a text input %s, and the form updates the message',
  async (_, part) => {
    const button = new ButtonBuilder()
      .setCustomId('pick')
      .setLabel('Name it')
      .setStyle(ButtonStyle.Primary);
    const { id, person, choose } = await aMessageWith(button, (interaction) => {
      if (interaction.isButton()) {
        return interaction.showModal({ custom_id: 'f', title: 'Form', components: [part] });
      }
      if (!interaction.isModalSubmit() || !interaction.isFromMessage()) return;
      return interaction.update(interaction.fields.getTextInputValue('note'));
    });
    const { status, modalId } = await choose();
    expect(status).toBe('modal');
    expect(await person.submit(modalId ?? '', { note: 'Centre court' })).toMatchObject({
      status: 'updated',
      message: { id, content: 'Centre court' },
    });
  },
);

test('a form can have selects for roles and channels, filled in by name or preset', async () => {
  const button = new ButtonBuilder()
    .setCustomId('pick')
    .setLabel('Set up')
    .setStyle(ButtonStyle.Primary);
  const modal = new ModalBuilder()
    .setCustomId('f')
    .setTitle('Set up')
    .addLabelComponents(
      new LabelBuilder()
        .setLabel('Who')
        .setRoleSelectMenuComponent(
          new RoleSelectMenuBuilder().setCustomId('who').setDefaultRoles(FANS),
        ),
      new LabelBuilder()
        .setLabel('Where')
        .setChannelSelectMenuComponent(new ChannelSelectMenuBuilder().setCustomId('where')),
    );
  const { person, choose } = await aMessageWith(button, (interaction) => {
    if (interaction.isButton()) return interaction.showModal(modal);
    if (!interaction.isModalSubmit()) return;
    const { fields } = interaction;
    const who = fields.getSelectedRoles('who', true).map((role) => role.name);
    const where = fields.getSelectedChannels('where', true).map((channel) => channel.name);
    return interaction.reply([...who, ...where].join());
  });
  const { modalId } = await choose();
  const answer = await person.submit(modalId ?? '', { where: ['#padel-alerts'] });
  expect(messageIn(answer).content).toBe('Padel,padel-alerts');
});
