import {
  MessageFlags,
  PermissionFlagsBits,
  type AutocompleteInteraction,
  type BaseInteraction,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
} from 'discord.js';
import { readerIn, type Reader } from '../i18n/i18n.ts';
import type {
  Asker,
  AutocompleteRequest,
  ChosenChannel,
  CommandRequest,
  PressAnswer,
  PressRequest,
  Visibility,
} from './command.ts';
import { missingPermissions } from './permissions.ts';

/** Who asks, as far as commands need to know; they read in their own language. */
export const askerOf = (interaction: BaseInteraction): Asker => ({
  ...readerIn(interaction.locale),
  userId: interaction.user.id,
  guildId: interaction.guildId,
  mayManage: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
  isOperator: isOperator(interaction),
});

const isOperator = ({ client, user }: BaseInteraction): boolean => {
  const { owner } = client.application;
  if (owner === null) return false;
  return 'members' in owner ? owner.members.has(user.id) : owner.id === user.id;
};

/** What everybody sees is in the language of the server, what one person sees in theirs. */
const readerOf = (interaction: BaseInteraction, visibility: Visibility): Reader =>
  readerIn(
    visibility === 'public' ? (interaction.guildLocale ?? interaction.locale) : interaction.locale,
  );

export const commandRequest = (
  interaction: ChatInputCommandInteraction,
  visibility: Visibility,
): CommandRequest => ({
  ...askerOf(interaction),
  ...readerOf(interaction, visibility),
  subcommand: interaction.options.getSubcommand(false),
  text: (name) => interaction.options.getString(name),
  integer: (name) => interaction.options.getInteger(name),
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

/** An update of a message that everybody sees stays in the language of the server. */
export const pressRequest = (
  interaction: MessageComponentInteraction,
  values: readonly string[],
  answer: PressAnswer,
): PressRequest => {
  const isPublic = answer === 'update' && !interaction.message.flags.has(MessageFlags.Ephemeral);
  return {
    ...askerOf(interaction),
    ...readerOf(interaction, isPublic ? 'public' : 'private'),
    values,
    chosen: interaction.isStringSelectMenu() ? interaction.values : [],
  };
};
