import { Agent } from 'node:http';
import {
  AutocompleteInteraction,
  Client,
  CommandInteraction,
  ComponentInteraction,
  DiscordRESTError,
  ModalSubmitInteraction,
  type ApplicationCommandBulkEditOptions,
  type AnyInteraction,
  type PingInteraction,
  type UnknownInteraction,
} from 'eris';
import { COMMANDS, SCORE, type StartForeignBot } from './foreign-bot.ts';

const EPHEMERAL = 64;

/** eris supports only HTTPS; an agent that opens plain connections makes it use HTTP. */
const plainAgent = (port: number) =>
  Object.assign(new Agent(), { protocol: 'https:', defaultPort: port });

const optionOf = (options: readonly object[] | undefined): string => {
  const [first] = options ?? [];
  return first !== undefined && 'value' in first ? String(first.value) : '';
};

const COMMAND_HANDLERS: Readonly<
  Record<string, (interaction: CommandInteraction) => Promise<unknown>>
> = {
  hello: (interaction) => interaction.createMessage(`Hello ${optionOf(interaction.data.options)}`),
  later: async (interaction) => {
    await interaction.defer();
    await interaction.editOriginalMessage('Done');
  },
  twice: async (interaction) => {
    await interaction.createMessage('First');
    await interaction.createFollowup('Second');
  },
  private: (interaction) =>
    interaction.createMessage({ content: 'For you alone', flags: EPHEMERAL }),
  board: (interaction) =>
    interaction.createMessage({
      content: 'Choose',
      components: [
        { type: 1, components: [{ type: 2, style: 1, label: 'Press', custom_id: 'press' }] },
        {
          type: 1,
          components: [{ type: 3, custom_id: 'choose', options: [{ label: 'One', value: 'one' }] }],
        },
      ],
    }),
  form: (interaction) =>
    interaction.createModal({
      title: 'Form',
      custom_id: 'form',
      components: [
        { type: 1, components: [{ type: 4, style: 1, label: 'Name', custom_id: 'name' }] },
      ],
    }),
  file: (interaction) => interaction.createMessage('See', { name: SCORE.name, file: SCORE.bytes }),
};

type IncomingInteraction = AnyInteraction | PingInteraction | UnknownInteraction;

const handle = async (interaction: IncomingInteraction): Promise<unknown> => {
  if (interaction instanceof AutocompleteInteraction) {
    const typed = optionOf(interaction.data.options);
    return interaction.result([{ name: `${typed}!`, value: `${typed}!` }]);
  }
  if (interaction instanceof CommandInteraction)
    return COMMAND_HANDLERS[interaction.data.name]?.(interaction);
  if (interaction instanceof ComponentInteraction) {
    return 'values' in interaction.data
      ? interaction.createMessage(`Chose ${interaction.data.values.join()}`)
      : interaction.editParent({ content: 'Pressed' });
  }
  if (!(interaction instanceof ModalSubmitInteraction)) return undefined;
  const [row] = interaction.data.components;
  return interaction.createMessage(`Thanks, ${row?.components[0]?.value ?? ''}`);
};

export const startEris: StartForeignBot = async (local) => {
  const agent = plainAgent(local.port);
  const client = new Client(`Bot ${local.token}`, {
    intents: [
      'guilds',
      'guildMessages',
      'guildMessageReactions',
      'directMessages',
      'messageContent',
    ],
    restMode: true,
    reconnectDelay: () => 0,
    rest: {
      domain: '127.0.0.1',
      baseURL: '/api/v10',
      // The type requires an HTTPS agent, but the same methods are called.
      agent: agent as never,
    },
  });
  const received: string[] = [];
  client.on('messageCreate', ({ author, content }) => {
    if (!author.bot) received.push(content);
  });
  // eris reports a cut connection as an error event, which needs a listener.
  client.on('error', () => undefined);
  const ready = new Promise<void>((resolve) => {
    client.once('ready', resolve);
  });
  await client.connect();
  await ready;
  return {
    received,
    guildNames: () => client.guilds.map(({ name }) => name),
    register: async () => {
      client.on('interactionCreate', (interaction) => void handle(interaction));
      // The same list as JSON; the type does not allow every kind of `options`.
      const commands = COMMANDS as unknown as ApplicationCommandBulkEditOptions<false>[];
      return (await client.bulkEditCommands(commands)).map(({ name }) => name);
    },
    send: (channel, content) => client.createMessage(channel, content),
    reply: (channel, messageID, content) =>
      client.createMessage(channel, { content, messageReference: { messageID } }),
    edit: (channel, message, content) => client.editMessage(channel, message, content),
    remove: (channel, message) => client.deleteMessage(channel, message),
    sendFile: async (channel, name, bytes) => {
      const { attachments } = await client.createMessage(channel, 'file', { name, file: bytes });
      return attachments.map(({ filename }) => filename);
    },
    history: async (channel, limit) =>
      (await client.getMessages(channel, { limit })).map(({ content }) => content),
    react: (channel, message, emoji) => client.addMessageReaction(channel, message, emoji),
    reactions: async (channel, message, emoji) =>
      (await client.getMessageReaction(channel, message, emoji)).map(({ username }) => username),
    unreact: (channel, message, emoji) => client.removeMessageReaction(channel, message, emoji),
    pin: (channel, message) => client.pinMessage(channel, message),
    openThread: async (channel, message, name) =>
      (await client.createThreadWithMessage(channel, message, { name })).id,
    direct: async (person, content) => (await client.getDMChannel(person)).createMessage(content),
    deny: (channel, role, permissions) =>
      client.editChannelPermission(channel, role, 0n, permissions, 0),
    undeny: (channel, role) => client.deleteChannelPermission(channel, role),
    createRole: async (guild, name) => (await client.createRole(guild, { name })).id,
    renameRole: async (guild, role, name) => (await client.editRole(guild, role, { name })).name,
    roleNames: async (guild) => (await client.getRESTGuildRoles(guild)).map(({ name }) => name),
    giveRole: (guild, member, role) => client.addGuildMemberRole(guild, member, role),
    takeRole: (guild, member, role) => client.removeGuildMemberRole(guild, member, role),
    deleteRole: (guild, role) => client.deleteRole(guild, role),
    createWebhook: async (channel, name) => {
      const { id, token = '' } = await client.createChannelWebhook(channel, { name });
      return { id, token };
    },
    webhookNames: async (channel) =>
      (await client.getChannelWebhooks(channel)).map(({ name }) => name),
    execute: ({ id, token }, content, username) =>
      client.executeWebhook(id, token, { content, username, wait: true }),
    editExecuted: ({ id, token }, message, content) =>
      client.editWebhookMessage(id, token, message, { content }),
    deleteWebhook: ({ id }) => client.deleteWebhook(id),
    codeOf: (error) => (error instanceof DiscordRESTError ? error.code : undefined),
    resumed: () =>
      new Promise((resolve) => {
        client.once('shardResume', resolve);
      }),
    stop: () => {
      client.disconnect({ reconnect: false });
      agent.destroy();
    },
  };
};
