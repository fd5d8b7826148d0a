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
  Place,
  PressAnswer,
  PressRequest,
  Visibility,
} from './command.ts';
import { kindOf, missingPermissions } from './permissions.ts';

/** Who asks, as far as commands need to know; they read in their own language. */
export const askerOf = (interaction: BaseInteraction): Asker => ({
  ...readerIn(interaction.locale),
  userId: interaction.user.id,
  guildId: interaction.guildId,
  channelId: interaction.channelId,
  parentId: interaction.channel?.isThread() === true ? interaction.channel.parentId : null,
  mayManage: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
  isOperator: isOperator(interaction),
});

const isOperator = ({ client, user }: BaseInteraction): boolean => {
  const { owner } = client.application;
  if (owner === null) return false;
  return 'members' in owner ? owner.members.has(user.id) : owner.id === user.id;
};

/** What everybody sees is in the language of the place, what one person sees in theirs. */
const readerOf = (interaction: BaseInteraction, visibility: Visibility, place: Place): Reader =>
  readerIn(
    visibility === 'public'
      ? (place.locale ?? interaction.guildLocale ?? interaction.locale)
      : interaction.locale,
  );

export const commandRequest = (
  interaction: ChatInputCommandInteraction,
  visibility: Visibility,
  place: Place,
): CommandRequest => ({
  ...askerOf(interaction),
  ...readerOf(interaction, visibility, place),
  subcommand: interaction.options.getSubcommand(false),
  text: (name) => interaction.options.getString(name),
  integer: (name) => interaction.options.getInteger(name),
  flag: (name) => interaction.options.getBoolean(name),
  role: (name) => interaction.options.getRole(name)?.id ?? null,
  channel: (name) => {
    const option = interaction.options.getChannel(name);
    return option === null ? null : chosenChannel(interaction, option.id);
  },
});

/** Seen from the cache: the bot's own permissions there are not part of the interaction. */
const chosenChannel = (interaction: BaseInteraction, id: string): ChosenChannel => {
  const channel = interaction.guild?.channels.cache.get(id);
  return channel === undefined
    ? { id, kind: null, missing: ['ViewChannel'] }
    : { id, kind: kindOf(channel), missing: missingPermissions(channel) };
};

export const autocompleteRequest = (interaction: AutocompleteInteraction): AutocompleteRequest => {
  const { name, value } = interaction.options.getFocused(true);
  return {
    ...askerOf(interaction),
    option: name,
    typed: value,
    text: (option) => interaction.options.getString(option),
    channelChosen: (option) => interaction.options.get(option)?.value?.toString() ?? null,
  };
};

/** An update of a message that everybody sees stays in the language of the server. */
export const pressRequest = (
  interaction: MessageComponentInteraction,
  values: readonly string[],
  answer: PressAnswer,
  place: Place,
): PressRequest => {
  const isPublic = answer === 'update' && !interaction.message.flags.has(MessageFlags.Ephemeral);
  return {
    ...askerOf(interaction),
    ...readerOf(interaction, isPublic ? 'public' : 'private', place),
    values,
    chosen: interaction.isAnySelectMenu() ? interaction.values : [],
    channelOf: (id) => chosenChannel(interaction, id),
  };
};
