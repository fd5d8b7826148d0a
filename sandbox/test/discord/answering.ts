import {
  Events,
  PermissionFlagsBits,
  SlashCommandBuilder,
  type Client,
  type Interaction,
} from 'discord.js';
import { aBot, aLocalDiscord, control } from './setup.ts';

/** A command with an autocompleted option, a number and a choice. */
export const h2h = new SlashCommandBuilder()
  .setName('h2h')
  .setDescription('Who leads')
  .addStringOption((option) =>
    option.setName('player').setDescription('One').setRequired(true).setAutocomplete(true),
  )
  .addIntegerOption((option) =>
    option.setName('last').setDescription('How many').setMinValue(1).setMaxValue(9),
  )
  .addStringOption((option) =>
    option.setName('round').setDescription('Round').addChoices({ name: 'Final', value: '1' }),
  );

/** A command for members who may manage the server. */
const alerts = new SlashCommandBuilder()
  .setName('alerts')
  .setDescription('Alerts')
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild)
  .addSubcommand((sub) =>
    sub
      .setName('setup')
      .setDescription('Where')
      .addChannelOption((option) =>
        option.setName('channel').setDescription('Channel').setRequired(true),
      ),
  );

/** Starts a bot that handles interactions with `handle`, and returns the controls of a person. */
export const answering = async (
  handle: (interaction: Interaction<'cached'>, bot: Client<true>) => unknown,
) => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  await bot.application.commands.set([h2h, alerts]);
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.inCachedGuild()) void handle(interaction, bot);
  });
  return control(local);
};
