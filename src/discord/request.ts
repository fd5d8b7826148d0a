import {
  PermissionFlagsBits,
  type AutocompleteInteraction,
  type BaseInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
} from 'discord.js';
import { readerIn } from '../i18n/i18n.ts';
import type {
  Asker,
  AutocompleteRequest,
  ChosenChannel,
  CommandRequest,
  PressRequest,
} from './command.ts';
import { missingPermissions } from './permissions.ts';

/** Who asks, as far as commands need to know. */
export const askerOf = (interaction: BaseInteraction): Asker => ({
  ...readerIn(interaction.locale),
  userId: interaction.user.id,
  guildId: interaction.guildId,
  mayManage: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
});

export const commandRequest = (interaction: ChatInputCommandInteraction): CommandRequest => ({
  ...askerOf(interaction),
  subcommand: interaction.options.getSubcommand(false),
  text: (name) => interaction.options.getString(name),
  channel: (name) => chosenChannel(interaction, name),
});

const chosenChannel = (
  interaction: ChatInputCommandInteraction,
  name: string,
): ChosenChannel | null => {
  const option = interaction.options.getChannel(name);
  if (option === null) return null;
  // Seen from the cache: the bot's own permissions there are not part of the interaction.
  const channel = interaction.guild?.channels.cache.get(option.id);
  return {
    id: option.id,
    missing: channel === undefined ? ['ViewChannel'] : missingPermissions(channel),
  };
};

export const autocompleteRequest = (interaction: AutocompleteInteraction): AutocompleteRequest => {
  const { name, value } = interaction.options.getFocused(true);
  return {
    ...askerOf(interaction),
    option: name,
    typed: value,
    text: (option) => interaction.options.getString(option),
  };
};

export const pressRequest = (
  interaction: ButtonInteraction,
  values: readonly string[],
): PressRequest => ({ ...askerOf(interaction), values });
