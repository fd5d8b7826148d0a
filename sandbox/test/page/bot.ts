import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  EmbedBuilder,
  Events,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  type Interaction,
} from 'discord.js';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { aBot } from '../discord/setup.ts';

const PLAYERS = ['Ana Galán', 'Hugo Galindo', 'Lucía Vega'];

const h2h = new SlashCommandBuilder()
  .setName('h2h')
  .setDescription('Who leads')
  .addStringOption((option) =>
    option.setName('player').setDescription('One').setRequired(true).setAutocomplete(true),
  )
  .addStringOption((option) =>
    option.setName('opponent').setDescription('The other').setRequired(true).setAutocomplete(true),
  )
  .addIntegerOption((option) =>
    option.setName('last').setDescription('How many').setMinValue(1).setMaxValue(9),
  );

const secret = new SlashCommandBuilder().setName('secret').setDescription('For your eyes only');

const opinion = new SlashCommandBuilder().setName('opinion').setDescription('Opens a form');

const form = new ModalBuilder()
  .setCustomId('opinion')
  .setTitle('What do you think?')
  .addLabelComponents(
    new LabelBuilder()
      .setLabel('In your words')
      .setTextInputComponent(
        new TextInputBuilder().setCustomId('words').setStyle(TextInputStyle.Short),
      ),
    new LabelBuilder()
      .setLabel('Side')
      .setStringSelectMenuComponent(
        new StringSelectMenuBuilder()
          .setCustomId('side')
          .addOptions({ label: 'Left', value: 'drive' }, { label: 'Right', value: 'reves' }),
      ),
  );

const card = (score: string) =>
  new EmbedBuilder().setTitle('Who leads').setDescription(`\`\`\`\n${score}\n\`\`\``);

const again = new ActionRowBuilder<ButtonBuilder>().addComponents(
  new ButtonBuilder().setCustomId('again').setLabel('Once more').setStyle(ButtonStyle.Primary),
);

/** A bot: `/h2h` gets a card and a button, `/secret` an ephemeral reply, `/opinion` a form. */
export const aPadelBot = async (local: LocalDiscord) => {
  const bot = await aBot(local);
  await bot.application.commands.set([h2h, secret, opinion]);
  bot.on(Events.InteractionCreate, (interaction) => void answer(interaction));
  return bot;
};

const answer = async (interaction: Interaction): Promise<unknown> => {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused().toLowerCase();
    const names = PLAYERS.filter((name) => name.toLowerCase().includes(typed));
    return interaction.respond(names.map((name) => ({ name, value: `id of ${name}` })));
  }
  if (interaction.isButton()) return interaction.update({ embeds: [card('2 : 0')] });
  if (interaction.isModalSubmit()) {
    const { fields } = interaction;
    const side = fields.getStringSelectValues('side').join();
    return interaction.reply(`noted: ${fields.getTextInputValue('words')} (${side})`);
  }
  if (!interaction.isChatInputCommand()) return undefined;
  if (interaction.commandName === 'opinion') return interaction.showModal(form);
  if (interaction.commandName === 'secret') {
    return interaction.reply({ content: 'just between us', flags: MessageFlags.Ephemeral });
  }
  const { options } = interaction;
  const [player, opponent] = [options.getString('player'), options.getString('opponent')];
  return interaction.reply({
    content: `${player ?? ''} against ${opponent ?? ''}`,
    embeds: [card('1 : 0')],
    components: [again],
  });
};
