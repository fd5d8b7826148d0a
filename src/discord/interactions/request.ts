import {
  MessageFlags,
  MessageFlagsBitField,
  PermissionFlagsBits,
  type AutocompleteInteraction,
  type BaseInteraction,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  type MessageContextMenuCommandInteraction,
  type ModalSubmitInteraction,
} from 'discord.js';
import { UserError } from '../../errors.ts';
import { localeOf, readerIn, type Reader } from '../../i18n/i18n.ts';
import { truncate } from '../../lib/text.ts';
import type { ReadAttachment } from './attachments.ts';
import { boundedChosen, boundedFields, boundedText, customIdsIn, MAX_TEXT } from './input.ts';
import type {
  CommandUser,
  AutocompleteRequest,
  CommandRequest,
  ChannelPlace,
  Command,
  ComponentAnswer,
  ComponentRequest,
  FormRequest,
  MessageRequest,
  Visibility,
} from '../command.ts';
import { chosenChannel } from '../servers/access.ts';
import { isThread } from '../servers/channel-kinds.ts';
import { maySee } from '../servers/server-permissions.ts';
import type { GuildCache } from '../servers/servers.ts';

/** The maximum length of each option's text (input.ts). */
type TextLimits = ReadonlyMap<string, number>;

export interface RequestContext {
  readonly servers: GuildCache;
  /** The language that the user chose; null or missing for that of their Discord. */
  readonly locale?: string | null;
  /** Whether the answer hides scores; missing where it does not. */
  readonly hidesScores?: boolean;
  readonly readAttachment: ReadAttachment;
}

/** The user of an interaction, who reads in their own language. */
export const commandUserOf = (
  interaction: BaseInteraction,
  { servers, locale, hidesScores = false }: RequestContext,
): CommandUser => {
  const mayManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false;
  return {
    ...readerIn(locale ?? interaction.locale),
    hidesScores,
    userId: interaction.user.id,
    discordLocale: localeOf(interaction.locale),
    typesIn: localeTypedIn(interaction.locale, locale),
    guildId: interaction.guildId,
    channelId: interaction.channelId,
    parentId: parentOf(interaction, servers),
    roleIds: rolesOf(interaction),
    mayManage,
    maySee: (channelId) => {
      const server = servers.of(interaction.guildId ?? '');
      const member = { id: interaction.user.id, roleIds: rolesOf(interaction) };
      const isHere = channelId === interaction.channelId;
      return isHere || mayManage || (server !== undefined && maySee(server, channelId, member));
    },
  };
};

/** The languages of Discord, like `de` and `en-GB`: `Intl` throws for what is none. */
const DISCORD_LOCALE = /^[a-z]{2}(-[A-Z]{2}|-419)?$/;

const localeTypedIn = (discordLocale: string, chosen: string | null | undefined): string => {
  const own = DISCORD_LOCALE.test(discordLocale) ? discordLocale : 'en';
  return chosen === null || chosen === undefined || own.startsWith(chosen) ? own : chosen;
};

/** Role ids of the user; discord.js passes a plain list for a server that is not in its cache. */
const rolesOf = ({ member }: BaseInteraction): readonly string[] => {
  const roles = member?.roles ?? [];
  return 'cache' in roles ? [...roles.cache.keys()] : roles;
};

const parentOf = ({ guildId, channelId }: BaseInteraction, servers: GuildCache): string | null => {
  const channel = servers.of(guildId ?? '')?.channels.get(channelId ?? '');
  return channel !== undefined && isThread(channel.type) ? channel.parentId : null;
};

/**
 * The user of an interaction, who reads public answers in the channel's language, and in their own what
 * nobody else sees: private ones, and all in their direct messages.
 */
export const readingUser = (
  interaction: BaseInteraction,
  visibility: Visibility,
  place: ChannelPlace,
  requestContext: RequestContext,
): CommandUser => ({
  ...commandUserOf(interaction, requestContext),
  ...readerOf(interaction, visibility, place, requestContext),
});

const readerOf = (
  interaction: BaseInteraction,
  visibility: Visibility,
  place: ChannelPlace,
  { locale }: RequestContext,
): Reader =>
  readerIn(
    visibility === 'public' && interaction.guildId !== null
      ? (place.locale ?? interaction.guildLocale ?? interaction.locale)
      : (locale ?? interaction.locale),
  );

/** What was typed and chosen in a command. */
export const commandTexts = (
  interaction: ChatInputCommandInteraction,
  limits: TextLimits,
  requestContext: RequestContext,
): Omit<CommandRequest, keyof CommandUser> => ({
  subcommand: interaction.options.getSubcommand(false),
  text: boundedText(limits, (name) => interaction.options.getString(name)),
  channel: (name) => {
    const option = interaction.options.getChannel(name);
    return option === null
      ? null
      : chosenChannel(requestContext.servers, interaction.guildId, option.id, option);
  },
  file: async (name, maxBytes) => {
    const attachment = interaction.options.getAttachment(name);
    return attachment === null ? null : await requestContext.readAttachment(attachment, maxBytes);
  },
});

export const autocompleteRequest = (
  interaction: AutocompleteInteraction,
  limits: TextLimits,
  requestContext: RequestContext,
): AutocompleteRequest => {
  const { name, value } = interaction.options.getFocused(true);
  return {
    ...commandUserOf(interaction, requestContext),
    option: name,
    typed: truncate(value, limits.get(name) ?? MAX_TEXT),
    text: boundedText(limits, (option) => interaction.options.getString(option)),
  };
};

/** A press of a control, or a form that was sent. */
export type ControlInteraction = MessageComponentInteraction | ModalSubmitInteraction;

/** A form edits the message that it was opened from; a component does what its command declares. */
export const answerKindOf = (
  interaction: ControlInteraction,
  values: readonly string[],
  command: Pick<Command, 'component'> | undefined,
): ComponentAnswer => {
  if (interaction.isModalSubmit()) return interaction.isFromMessage() ? 'update' : 'private';
  const { answer = 'private' } = command?.component ?? {};
  return typeof answer === 'string' ? answer : answer(values);
};

/** Whether only its user sees the message of a control; a command's form has none. */
export const isPrivate = ({ message }: Pick<ControlInteraction, 'message'>): boolean =>
  // For a channel that is not in its cache, discord.js passes Discord's raw message.
  message === null || new MessageFlagsBitField(message.flags).has(MessageFlags.Ephemeral);

/** An update of a public message stays in the server's language. */
const controlUserOf = (
  interaction: ControlInteraction,
  answer: ComponentAnswer,
  place: ChannelPlace,
  requestContext: RequestContext,
): CommandUser => {
  const visibility = answer === 'update' && !isPrivate(interaction) ? 'public' : 'private';
  return readingUser(interaction, visibility, place, requestContext);
};

export const componentRequest = (
  interaction: MessageComponentInteraction,
  values: readonly string[],
  answer: ComponentAnswer,
  place: ChannelPlace,
  requestContext: RequestContext,
): ComponentRequest => ({
  ...controlUserOf(interaction, answer, place, requestContext),
  values,
  chosen: interaction.isAnySelectMenu() ? boundedChosen(interaction.values) : [],
  channelOf: (id) => {
    const resolved = interaction.isChannelSelectMenu() ? interaction.channels.get(id) : undefined;
    return chosenChannel(requestContext.servers, interaction.guildId, id, resolved);
  },
  messageFile: async (maxBytes) => {
    const attachment = interaction.message.attachments.first();
    if (attachment === undefined) throw new UserError('file-gone');
    return await requestContext.readAttachment(attachment, maxBytes);
  },
});

export const formRequest = (
  interaction: ModalSubmitInteraction,
  values: readonly string[],
  answer: ComponentAnswer,
  place: ChannelPlace,
  requestContext: RequestContext,
): FormRequest => ({
  ...controlUserOf(interaction, answer, place, requestContext),
  values,
  ...boundedFields((name) => ({ ...interaction.fields.fields.get(name) })),
});

export const messageRequest = (
  interaction: MessageContextMenuCommandInteraction,
  requestContext: RequestContext,
): MessageRequest => {
  const { id, author, components } = interaction.targetMessage;
  const isOwn = author.id === interaction.applicationId;
  return {
    ...commandUserOf(interaction, requestContext),
    message: { id, controls: isOwn ? customIdsIn(components) : [] },
  };
};

/** Whether a message has the control that was used on it; a form is on none. */
export const isOnMessage = (interaction: ControlInteraction): boolean =>
  interaction.isModalSubmit() ||
  customIdsIn(interaction.message.components).includes(interaction.customId);

/** Log fields of an interaction: nothing that a user typed or chose. */
export const logFieldsOf = (interaction: BaseInteraction): object => ({
  interaction: interaction.id,
  command: commandOf(interaction),
  guildId: interaction.guildId,
});

const commandOf = (interaction: BaseInteraction): string | null => {
  if (interaction.isCommand() || interaction.isAutocomplete()) return interaction.commandName;
  const isControl = interaction.isMessageComponent() || interaction.isModalSubmit();
  return isControl ? (interaction.customId.split(':', 1)[0] ?? null) : null;
};
