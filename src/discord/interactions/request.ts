import { ComponentType, MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { UserError } from '../../errors.ts';
import { localeOf, readerIn } from '../../i18n/i18n.ts';
import type { hide } from '../../render/conceal.ts';
import type { withNote } from '../../render/message.ts';
import type { offer, shared } from '../../render/share.ts';
import type { again, menu, withMeant } from '../../render/unclear.ts';
import type {
  CommandRequest,
  CommandUser,
  ComponentRequest,
  FormRequest,
  Visibility,
} from '../command.ts';
import { chosenChannel } from '../servers/access.ts';
import { maySee } from '../servers/permissions.ts';
import type { GuildCache } from '../servers/servers.ts';
import type { ReadAttachment } from './attachments.ts';
import { boundedChosen, boundedText, customIdsIn } from './input.ts';
import type {
  CommandInteraction,
  ComponentInteraction,
  ControlInteraction,
  FormInteraction,
  Interaction,
} from './interaction.ts';
import { parentOf, type Use } from './use.ts';

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
  readonly readAttachment: ReadAttachment;
}

/** What a kind of request has beside its user. */
type Given<R extends CommandUser> = Omit<R, keyof CommandUser>;

/**
 * The user of an interaction, who reads public answers in the channel's language, and in their own what
 * nobody else sees: private ones, and all in their direct messages.
 */
export const userOf = (
  { interaction, place, view }: Omit<Use, 'log'>,
  { servers }: Pick<RequestContext, 'servers'>,
  visibility: Visibility = 'private',
): CommandUser => {
  const { userId, guildId, channelId, roleIds, locale } = interaction;
  const isForAll = visibility === 'public' && guildId !== null;
  const mayManage = hasPermission(interaction, 'ManageGuild');
  const readIn = isForAll
    ? (place.locale ?? interaction.guildLocale ?? locale)
    : (view.locale ?? locale);
  const timeZone = (isForAll ? null : view.timeZone) ?? place.timeZone ?? null;
  return {
    ...readerIn(readIn),
    viewer: { timeZone, locale: readIn },
    hidesScores: view.hidesScores && !isForAll,
    userId,
    discordLocale: localeOf(locale),
    typesIn: localeTypedIn(locale, view.locale),
    guildId,
    channelId,
    parentId: parentOf(interaction, servers),
    roleIds,
    mayManage,
    maySee: (id) => {
      const server = servers.of(guildId ?? '');
      const isHere = id === channelId;
      const member = { id: userId, roleIds };
      return isHere || mayManage || (server !== undefined && maySee(server, id, member));
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

const localeTypedIn = (discordLocale: string, chosen: string | null): string => {
  const own = DISCORD_LOCALE.test(discordLocale) ? discordLocale : 'en';
  return chosen === null || own.startsWith(chosen) ? own : chosen;
};

/** What was typed and chosen in a command. @param limits the maximum length of each option's text (input.ts) */
export const givenInCommand = (
  { options, guildId }: CommandInteraction,
  limits: ReadonlyMap<string, number>,
  { servers, readAttachment }: RequestContext,
): Given<CommandRequest> => ({
  subcommand: options.subcommand,
  text: boundedText(limits, options.text),
  channel: (name) => {
    const id = options.text(name);
    return id === null ? null : chosenChannel(servers, guildId, id, options.channelData(id));
  },
  file: async (name, maxBytes) => {
    const attachment = options.attachment(name);
    return attachment === null ? null : await readAttachment(attachment, maxBytes);
  },
});

export const givenByComponent = (
  interaction: ComponentInteraction,
  values: readonly string[],
  { servers, readAttachment }: RequestContext,
): Given<ComponentRequest> => ({
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

export const givenInForm = (
  { fields }: FormInteraction,
  values: readonly string[],
): Given<FormRequest> => ({
  values,
  text: boundedText(new Map(), (field) => fields.get(field)?.value ?? null),
  chosen: (field) => {
    const chosen = fields.get(field)?.values;
    return chosen === undefined ? null : boundedChosen(chosen);
  },
});

/** Whether there is a message to update: that of a component, or of the button of a form. */
export const hasMessage = (interaction: Interaction): interaction is ControlInteraction =>
  interaction.kind === 'component' || (interaction.kind === 'form' && interaction.message !== null);

/** Whether only its user sees the message of a control; a command's form has none. */
export const isPrivate = ({ message }: Pick<ControlInteraction, 'message'>): boolean =>
  message === null || (message.flags & MessageFlags.Ephemeral) !== 0;

/** Whether a message has the control that was used on it; a form is on none. */
export const isOnMessage = (interaction: ControlInteraction): boolean =>
  interaction.kind === 'form' ||
  customIdsIn(interaction.message.components).includes(interaction.customId);

/** The same for the answer to a command and for each use of its controls, which edit it. */
export const answerKey = (interaction: Interaction): string =>
  interaction.kind === 'component'
    ? (interaction.message.interaction_metadata?.id ?? interaction.message.id)
    : interaction.id;

/** Log fields of an interaction: nothing that a user typed or chose. */
export const logFieldsOf = (interaction: Interaction): object => ({
  interaction: interaction.id,
  command:
    'customId' in interaction ? interaction.customId.split(':', 1)[0] : interaction.commandName,
  guildId: interaction.guildId,
});
