import { ComponentType, MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { UserError } from '../../errors.ts';
import { localeOf, readerIn } from '../../i18n/i18n.ts';
import type { hide } from '../../render/conceal.ts';
import type { withNote } from '../../render/message.ts';
import type { offer, shared } from '../../render/share.ts';
import type { again, menu, withMeant } from '../../render/unclear.ts';
import type { ReadAttachment } from './attachments.ts';
import { boundedChosen, boundedText, customIdsIn } from './input.ts';
import type {
  AutocompleteInteraction,
  CommandInteraction,
  ComponentInteraction,
  ControlInteraction,
  FormInteraction,
  Interaction,
  MessageInteraction,
} from './interaction.ts';
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
import { maySee } from '../servers/permissions.ts';
import type { GuildCache } from '../servers/servers.ts';

/** The maximum length of each option's text (input.ts). */
type TextLimits = ReadonlyMap<string, number>;

/** Functions of render/, handed in: this folder may import types of it alone. */
export interface Rendering {
  readonly hide: typeof hide;
  readonly offer: typeof offer;
  readonly shared: typeof shared;
  readonly menu: typeof menu;
  readonly again: typeof again;
  readonly withMeant: typeof withMeant;
  readonly withNote: typeof withNote;
}

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
  interaction: Interaction,
  { servers, locale, hidesScores = false }: RequestContext,
): CommandUser => {
  const { userId, roleIds } = interaction;
  const mayManage = hasPermission(interaction, 'ManageGuild');
  return {
    ...readerIn(locale ?? interaction.locale),
    hidesScores,
    userId,
    discordLocale: localeOf(interaction.locale),
    typesIn: localeTypedIn(interaction.locale, locale),
    guildId: interaction.guildId,
    channelId: interaction.channelId,
    parentId: parentOf(interaction, servers),
    roleIds,
    mayManage,
    maySee: (channelId) => {
      const server = servers.of(interaction.guildId ?? '');
      const isHere = channelId === interaction.channelId;
      const member = { id: userId, roleIds };
      return isHere || mayManage || (server !== undefined && maySee(server, channelId, member));
    },
  };
};

/** Whether the user has a permission in the channel, as Discord says. */
export const hasPermission = (
  { permissions }: Pick<Interaction, 'permissions'>,
  name: 'ManageGuild' | 'SendMessages' | 'SendMessagesInThreads',
): boolean =>
  (permissions & (PermissionFlagsBits[name] | PermissionFlagsBits.Administrator)) !== 0n;

/** The languages of Discord, like `de` and `en-GB`: `Intl` throws for what is none. */
const DISCORD_LOCALE = /^[a-z]{2}(-[A-Z]{2}|-419)?$/;

const localeTypedIn = (discordLocale: string, chosen: string | null | undefined): string => {
  const own = DISCORD_LOCALE.test(discordLocale) ? discordLocale : 'en';
  return chosen === null || chosen === undefined || own.startsWith(chosen) ? own : chosen;
};

const parentOf = ({ guildId, channelId }: Interaction, servers: GuildCache): string | null => {
  const channel = servers.of(guildId ?? '')?.channels.get(channelId ?? '');
  return channel !== undefined && isThread(channel.type) ? channel.parentId : null;
};

/**
 * The user of an interaction, who reads public answers in the channel's language, and in their own what
 * nobody else sees: private ones, and all in their direct messages.
 */
export const readingUser = (
  interaction: Interaction,
  visibility: Visibility,
  place: ChannelPlace,
  requestContext: RequestContext,
): CommandUser => ({
  ...commandUserOf(interaction, requestContext),
  ...readerIn(
    visibility === 'public' && interaction.guildId !== null
      ? (place.locale ?? interaction.guildLocale ?? interaction.locale)
      : (requestContext.locale ?? interaction.locale),
  ),
});

/** What was typed and chosen in a command. */
export const commandTexts = (
  { options, guildId }: CommandInteraction,
  limits: TextLimits,
  requestContext: RequestContext,
): Omit<CommandRequest, keyof CommandUser> => ({
  subcommand: options.subcommand,
  text: boundedText(limits, options.text),
  channel: (name) => {
    const id = options.text(name);
    const data = options.channelData(id ?? '');
    return id === null ? null : chosenChannel(requestContext.servers, guildId, id, data);
  },
  file: async (name, maxBytes) => {
    const attachment = options.attachment(name);
    return attachment === null ? null : await requestContext.readAttachment(attachment, maxBytes);
  },
});

export const autocompleteRequest = (
  interaction: AutocompleteInteraction,
  limits: TextLimits,
  requestContext: RequestContext,
): AutocompleteRequest => {
  const { focused: option, text: textOf } = interaction.options;
  const text = boundedText(limits, textOf);
  return {
    ...commandUserOf(interaction, requestContext),
    option,
    typed: text(option) ?? '',
    text,
  };
};

/** A form edits the message that it was opened from; a component does what its command declares. */
export const answerKindOf = (
  interaction: ControlInteraction,
  values: readonly string[],
  command: Pick<Command, 'component'> | undefined,
): ComponentAnswer => {
  if (interaction.kind === 'form') return interaction.message === null ? 'private' : 'update';
  const { answer = 'private' } = command?.component ?? {};
  return typeof answer === 'string' ? answer : answer(values);
};

/** Whether only its user sees the message of a control; a command's form has none. */
export const isPrivate = ({ message }: Pick<ControlInteraction, 'message'>): boolean =>
  message === null || (message.flags & MessageFlags.Ephemeral) !== 0;

/** An update of a public message stays in the server's language. */
export const controlUserOf = (
  interaction: ControlInteraction,
  answer: ComponentAnswer,
  place: ChannelPlace,
  requestContext: RequestContext,
): CommandUser => {
  const visibility = answer === 'update' && !isPrivate(interaction) ? 'public' : 'private';
  return readingUser(interaction, visibility, place, requestContext);
};

export const componentRequest = (
  interaction: ComponentInteraction,
  values: readonly string[],
  user: CommandUser,
  { servers, readAttachment }: RequestContext,
): ComponentRequest => ({
  ...user,
  values,
  chosen: boundedChosen(interaction.values),
  channelOf: (id) => {
    const isChannel = interaction.type === ComponentType.ChannelSelect.valueOf();
    const data = isChannel ? interaction.channelData(id) : undefined;
    return chosenChannel(servers, interaction.guildId, id, data);
  },
  messageFile: async (maxBytes) => {
    const [attachment] = interaction.message.attachments;
    if (attachment === undefined) throw new UserError('file-gone');
    return await readAttachment(attachment, maxBytes);
  },
});

export const formRequest = (
  { fields }: FormInteraction,
  values: readonly string[],
  user: CommandUser,
): FormRequest => ({
  ...user,
  values,
  text: boundedText(new Map(), (field) => fields.get(field)?.value ?? null),
  chosen: (field) => {
    const values = fields.get(field)?.values;
    return values === undefined ? null : boundedChosen(values);
  },
});

export const messageRequest = (
  interaction: MessageInteraction,
  requestContext: RequestContext,
): MessageRequest => {
  const { id, author, components } = interaction.target;
  const isOwn = author.id === interaction.applicationId;
  return {
    ...commandUserOf(interaction, requestContext),
    message: { id, controls: isOwn ? customIdsIn(components) : [] },
  };
};

/** Whether a message has the control that was used on it; a form is on none. */
export const isOnMessage = (interaction: ControlInteraction): boolean =>
  interaction.kind === 'form' ||
  customIdsIn(interaction.message.components).includes(interaction.customId);

/** Log fields of an interaction: nothing that a user typed or chose. */
export const logFieldsOf = (interaction: Interaction): object => ({
  interaction: interaction.id,
  command:
    'customId' in interaction ? interaction.customId.split(':', 1)[0] : interaction.commandName,
  guildId: interaction.guildId,
});
