import {
  ButtonStyles,
  Client,
  ComponentTypes,
  DiscordRESTError,
  InteractionTypes,
  OverwriteTypes,
  TextInputStyles,
  type AnyInteractionGateway,
  type CommandInteraction,
  type CreateApplicationCommandOptions,
} from 'oceanic.js';
import { COMMANDS, SCORE, type StartForeignBot } from './foreign-bot.ts';

const EPHEMERAL = 64;
const { ACTION_ROW, BUTTON, LABEL, STRING_SELECT, TEXT_INPUT } = ComponentTypes;

const COMMAND_HANDLERS: Readonly<
  Record<string, (interaction: CommandInteraction) => Promise<unknown>>
> = {
  hello: (interaction) =>
    interaction.createMessage({
      content: `Hello ${interaction.data.options.getString('who', true)}`,
    }),
  later: async (interaction) => {
    await interaction.defer();
    await interaction.editOriginal({ content: 'Done' });
  },
  twice: async (interaction) => {
    await interaction.createMessage({ content: 'First' });
    await interaction.createFollowup({ content: 'Second' });
  },
  private: (interaction) =>
    interaction.createMessage({ content: 'For you alone', flags: EPHEMERAL }),
  board: (interaction) =>
    interaction.createMessage({
      content: 'Choose',
      components: [
        {
          type: ACTION_ROW,
          components: [
            { type: BUTTON, style: ButtonStyles.PRIMARY, label: 'Press', customID: 'press' },
          ],
        },
        {
          type: ACTION_ROW,
          components: [
            { type: STRING_SELECT, customID: 'choose', options: [{ label: 'One', value: 'one' }] },
          ],
        },
      ],
    }),
  form: (interaction) =>
    interaction.createModal({
      title: 'Form',
      customID: 'form',
      components: [
        {
          type: LABEL,
          label: 'Name',
          component: { type: TEXT_INPUT, style: TextInputStyles.SHORT, customID: 'name' },
        },
      ],
    }),
  file: (interaction) =>
    interaction.createMessage({
      content: 'See',
      files: [{ name: SCORE.name, contents: SCORE.bytes }],
    }),
};

const handle = async (interaction: AnyInteractionGateway): Promise<unknown> => {
  switch (interaction.type) {
    case InteractionTypes.APPLICATION_COMMAND_AUTOCOMPLETE: {
      const typed = interaction.data.options.getString('who', true);
      return interaction.result([{ name: `${typed}!`, value: `${typed}!` }]);
    }
    case InteractionTypes.APPLICATION_COMMAND:
      return COMMAND_HANDLERS[interaction.data.name]?.(interaction);
    case InteractionTypes.MESSAGE_COMPONENT:
      return 'values' in interaction.data
        ? interaction.createMessage({ content: `Chose ${interaction.data.values.raw.join()}` })
        : interaction.editParent({ content: 'Pressed' });
    case InteractionTypes.MODAL_SUBMIT:
      return interaction.createMessage({
        content: `Thanks, ${interaction.data.components.getTextInput('name', true)}`,
      });
  }
};

export const startOceanic: StartForeignBot = async (local) => {
  const client = new Client({
    auth: `Bot ${local.token}`,
    rest: { baseURL: `${local.apiUrl}/v10` },
    gateway: {
      intents: [
        'GUILDS',
        'GUILD_MESSAGES',
        'GUILD_MESSAGE_REACTIONS',
        'DIRECT_MESSAGES',
        'MESSAGE_CONTENT',
      ],
      reconnectDelay: () => 0,
    },
  });
  const received: string[] = [];
  client.on('messageCreate', ({ author, content }) => {
    if (!author.bot) received.push(content);
  });
  client.on('error', (error) => {
    throw new Error(String(error));
  });
  const ready = new Promise<void>((resolve) => {
    client.once('ready', resolve);
  });
  await client.connect();
  await ready;
  const { channels, guilds, webhooks, applications } = client.rest;
  return {
    received,
    guildNames: () => client.guilds.map(({ name }) => name),
    register: async () => {
      client.on('interactionCreate', (interaction) => void handle(interaction));
      // The same list as JSON; the type does not allow every kind of `options`.
      const commands = COMMANDS as unknown as CreateApplicationCommandOptions[];
      const { id } = client.application;
      const registered = await applications.bulkEditGlobalCommands(id, commands);
      return registered.map(({ name }) => name);
    },
    send: (channel, content) => channels.createMessage(channel, { content }),
    reply: (channel, messageID, content) =>
      channels.createMessage(channel, { content, messageReference: { messageID } }),
    edit: (channel, message, content) => channels.editMessage(channel, message, { content }),
    remove: (channel, message) => channels.deleteMessage(channel, message),
    sendFile: async (channel, name, contents) => {
      const { attachments } = await channels.createMessage(channel, {
        files: [{ name, contents }],
      });
      return attachments.map(({ filename }) => filename);
    },
    history: async (channel, limit) =>
      (await channels.getMessages(channel, { limit })).map(({ content }) => content),
    react: (channel, message, emoji) => channels.createReaction(channel, message, emoji),
    reactions: async (channel, message, emoji) =>
      (await channels.getReactions(channel, message, emoji)).map(({ username }) => username),
    unreact: (channel, message, emoji) => channels.deleteReaction(channel, message, emoji),
    pin: (channel, message) => channels.pinMessage(channel, message),
    openThread: async (channel, message, name) =>
      (await channels.startThreadFromMessage(channel, message, { name })).id,
    direct: async (person, content) => (await channels.createDM(person)).createMessage({ content }),
    deny: (channel, role, deny) =>
      channels.editPermission(channel, role, { type: OverwriteTypes.ROLE, deny }),
    undeny: (channel, role) => channels.deletePermission(channel, role),
    createRole: async (guild, name) => (await guilds.createRole(guild, { name })).id,
    renameRole: async (guild, role, name) => (await guilds.editRole(guild, role, { name })).name,
    roleNames: async (guild) => (await guilds.getRoles(guild)).map(({ name }) => name),
    giveRole: (guild, member, role) => guilds.addMemberRole(guild, member, role),
    takeRole: (guild, member, role) => guilds.removeMemberRole(guild, member, role),
    deleteRole: (guild, role) => guilds.deleteRole(guild, role),
    createWebhook: async (channel, name) => {
      const { id, token } = await webhooks.create(channel, { name });
      return { id, token: token ?? '' };
    },
    webhookNames: async (channel) =>
      (await webhooks.getForChannel(channel)).map(({ name }) => name ?? ''),
    execute: ({ id, token }, content, username) =>
      webhooks.execute(id, token, { content, username, wait: true }),
    editExecuted: ({ id, token }, message, content) =>
      webhooks.editMessage(id, token, message, { content }),
    deleteWebhook: ({ id }) => webhooks.delete(id),
    codeOf: (error) => (error instanceof DiscordRESTError ? error.code : undefined),
    resumed: () =>
      new Promise((resolve) => {
        client.once('shardResume', resolve);
      }),
    stop: () => {
      client.disconnect(false);
    },
  };
};
