import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  DiscordAPIError,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  Partials,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  WebhookClient,
  type ChatInputCommandInteraction,
  type Interaction,
} from 'discord.js';
import { COMMANDS, SCORE, type StartForeignBot, type Webhook } from './foreign-bot.ts';

const COMMAND_HANDLERS: Readonly<
  Record<string, (interaction: ChatInputCommandInteraction) => Promise<unknown>>
> = {
  hello: (interaction) => interaction.reply(`Hello ${interaction.options.getString('who', true)}`),
  later: async (interaction) => {
    await interaction.deferReply();
    await interaction.editReply('Done');
  },
  twice: async (interaction) => {
    await interaction.reply('First');
    await interaction.followUp('Second');
  },
  private: (interaction) =>
    interaction.reply({ content: 'For you alone', flags: MessageFlags.Ephemeral }),
  board: (interaction) =>
    interaction.reply({
      content: 'Choose',
      components: [
        new ActionRowBuilder<ButtonBuilder>().addComponents(
          new ButtonBuilder().setCustomId('press').setLabel('Press').setStyle(ButtonStyle.Primary),
        ),
        new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
          new StringSelectMenuBuilder()
            .setCustomId('choose')
            .addOptions({ label: 'One', value: 'one' }),
        ),
      ],
    }),
  form: (interaction) =>
    interaction.showModal(
      new ModalBuilder()
        .setCustomId('form')
        .setTitle('Form')
        .addLabelComponents(
          new LabelBuilder()
            .setLabel('Name')
            .setTextInputComponent(
              new TextInputBuilder().setCustomId('name').setStyle(TextInputStyle.Short),
            ),
        ),
    ),
  file: (interaction) =>
    interaction.reply({ content: 'See', files: [{ name: SCORE.name, attachment: SCORE.bytes }] }),
};

const handle = async (interaction: Interaction): Promise<unknown> => {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    return interaction.respond([{ name: `${typed}!`, value: `${typed}!` }]);
  }
  if (interaction.isChatInputCommand())
    return COMMAND_HANDLERS[interaction.commandName]?.(interaction);
  if (interaction.isButton()) return interaction.update('Pressed');
  if (interaction.isStringSelectMenu())
    return interaction.reply(`Chose ${interaction.values.join()}`);
  if (!interaction.isModalSubmit()) return undefined;
  return interaction.reply(`Thanks, ${interaction.fields.getTextInputValue('name')}`);
};

export const startDiscordJs: StartForeignBot = async (local) => {
  const { Guilds, GuildMessages, GuildMessageReactions, DirectMessages, MessageContent } =
    GatewayIntentBits;
  const client = new Client({
    intents: [Guilds, GuildMessages, GuildMessageReactions, DirectMessages, MessageContent],
    partials: [Partials.Channel],
    rest: { api: local.apiUrl },
  });
  const received: string[] = [];
  client.on(Events.MessageCreate, ({ author, content }) => {
    if (!author.bot) received.push(content);
  });
  const ready = new Promise<Client<true>>((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  await client.login(local.token);
  const { guilds, channels, users, application } = await ready;
  const channelOf = (id: string) => {
    const channel = channels.cache.get(id);
    if (!channel?.isSendable() || channel.isDMBased()) throw new Error(`no channel ${id}`);
    return channel;
  };
  const placeOf = (id: string) => {
    const channel = channelOf(id);
    if (channel.isThread()) throw new Error(`${id} is a thread`);
    return channel;
  };
  const messageOf = (channel: string, id: string) => channelOf(channel).messages.fetch(id);
  const rolesOf = (guild: string) => guilds.resolve(guild)?.roles;
  const memberOf = (guild: string, member: string) => guilds.resolve(guild)?.members.fetch(member);
  const senderOf = (webhook: Webhook) =>
    new WebhookClient(webhook, { rest: { api: local.apiUrl } });
  return {
    received,
    guildNames: () => guilds.cache.map(({ name }) => name),
    register: async () => {
      client.on(Events.InteractionCreate, (interaction) => void handle(interaction));
      const registered = await application.commands.set(COMMANDS as never);
      return registered.map(({ name }) => name);
    },
    send: (channel, content) => channelOf(channel).send(content),
    reply: (channel, to, content) =>
      channelOf(channel).send({ content, reply: { messageReference: to } }),
    edit: async (channel, message, content) => (await messageOf(channel, message)).edit(content),
    remove: async (channel, message) => (await messageOf(channel, message)).delete(),
    sendFile: async (channel, name, attachment) => {
      const { attachments } = await channelOf(channel).send({ files: [{ name, attachment }] });
      return attachments.map((file) => file.name);
    },
    history: async (channel, limit) =>
      (await channelOf(channel).messages.fetch({ limit })).map(({ content }) => content),
    react: async (channel, message, emoji) => (await messageOf(channel, message)).react(emoji),
    reactions: async (channel, message, emoji) => {
      const { reactions } = await messageOf(channel, message);
      const reacted = await reactions.resolve(emoji)?.users.fetch();
      return reacted?.map(({ username }) => username) ?? [];
    },
    unreact: async (channel, message, emoji) =>
      (await messageOf(channel, message)).reactions.resolve(emoji)?.users.remove(),
    pin: async (channel, message) => (await messageOf(channel, message)).pin(),
    openThread: async (channel, message, name) =>
      (await (await messageOf(channel, message)).startThread({ name })).id,
    direct: async (person, content) => (await users.fetch(person)).send(content),
    deny: (channel, role, permissions) => {
      const { permissionOverwrites } = placeOf(channel);
      return permissionOverwrites.set([{ id: role, deny: permissions }]);
    },
    undeny: (channel, role) => placeOf(channel).permissionOverwrites.delete(role),
    createRole: async (guild, name) => (await rolesOf(guild)?.create({ name }))?.id ?? '',
    renameRole: async (guild, role, name) =>
      (await rolesOf(guild)?.edit(role, { name }))?.name ?? '',
    roleNames: async (guild) =>
      (await rolesOf(guild)?.fetch(undefined, { force: true }))?.map(({ name }) => name) ?? [],
    giveRole: async (guild, member, role) => (await memberOf(guild, member))?.roles.add(role),
    takeRole: async (guild, member, role) => (await memberOf(guild, member))?.roles.remove(role),
    deleteRole: async (guild, role) => rolesOf(guild)?.delete(role),
    createWebhook: async (channel, name) => {
      const place = placeOf(channel);
      if (!('createWebhook' in place)) throw new Error(`no webhooks in ${channel}`);
      const { id, token } = await place.createWebhook({ name });
      return { id, token };
    },
    webhookNames: async (channel) => {
      const place = placeOf(channel);
      const webhooks = 'fetchWebhooks' in place ? await place.fetchWebhooks() : undefined;
      return webhooks?.map(({ name }) => name) ?? [];
    },
    execute: (webhook, content, username) => senderOf(webhook).send({ content, username }),
    editExecuted: (webhook, message, content) => senderOf(webhook).editMessage(message, content),
    deleteWebhook: ({ id }) => client.deleteWebhook(id),
    codeOf: (error) => (error instanceof DiscordAPIError ? error.code : undefined),
    resumed: () =>
      new Promise((resolve) => {
        client.once(Events.ShardResume, resolve);
      }),
    stop: () => client.destroy(),
  };
};
