import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  InteractionResponseType,
  InteractionType,
  Routes,
} from 'discord-api-types/v10';
import type { Form } from '../../render/forms.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Choice } from '../command.ts';
import type { Rest } from '../rest/rest.ts';
import {
  interactionWire,
  userWire,
  type InteractionWire,
  type OptionsWire,
} from './interaction-wire.ts';

/** What a response sends: `files` are its `attachments`. */
export type AnswerMessage = Pick<
  MessageBody,
  'content' | 'embeds' | 'components' | 'allowed_mentions' | 'flags' | 'files'
> & { readonly attachments?: readonly object[] };

/** The ways to respond; all but the first response edit it, or follow it. */
const responsesOf = (rest: Rest, { id, token, application_id: applicationId }: InteractionWire) => {
  let isAnswered = false;
  const callback = async (
    type: InteractionResponseType,
    data: object = {},
    files: AnswerMessage['files'] = [],
  ): Promise<void> => {
    const body = { type, data };
    await rest.post(Routes.interactionCallback(id, token), { auth: false, body, files });
    isAnswered = true;
  };
  const original = Routes.webhookMessage(applicationId, token);
  const { ChannelMessageWithSource, DeferredChannelMessageWithSource, DeferredMessageUpdate } =
    InteractionResponseType;
  return {
    isAnswered: (): boolean => isAnswered,
    reply: ({ files, ...data }: AnswerMessage) => callback(ChannelMessageWithSource, data, files),
    deferReply: (flags: Pick<AnswerMessage, 'flags'>) =>
      callback(DeferredChannelMessageWithSource, flags),
    update: ({ files, ...data }: AnswerMessage) =>
      callback(InteractionResponseType.UpdateMessage, data, files),
    deferUpdate: () => callback(DeferredMessageUpdate),
    showModal: (form: Form) => callback(InteractionResponseType.Modal, form),
    respond: (choices: readonly Choice[]) =>
      callback(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices }),
    editReply: ({ files = [], ...body }: AnswerMessage) =>
      rest.patch(original, { auth: false, body, files }),
    deleteReply: () => rest.delete(original, { auth: false }),
    followUp: ({ files = [], ...body }: AnswerMessage) =>
      rest.post(Routes.webhook(applicationId, token), { auth: false, body, files }),
  };
};

/** What was typed and chosen in a command. */
const optionsOf = ({ options, resolved }: OptionsWire) => {
  const [first] = options;
  const isSubcommand = first?.type === ApplicationCommandOptionType.Subcommand.valueOf();
  const given = isSubcommand ? first.options : options;
  const text = (name: string): string | null => {
    const value = given.find((option) => option.name === name)?.value;
    return typeof value === 'string' ? value : null;
  };
  return {
    subcommand: isSubcommand ? first.name : null,
    text,
    /** The data of a chosen channel. */
    channelData: (id: string) => resolved.channels.get(id),
    attachment: (name: string) => resolved.attachments.get(text(name) ?? '') ?? null,
    focused: given.find((option) => option.focused === true)?.name ?? '',
  };
};

/** What was used, by its kind. */
const usedIn = (wire: InteractionWire) => {
  switch (wire.type) {
    case InteractionType.ApplicationCommandAutocomplete: {
      const { data } = wire;
      return { kind: 'autocomplete', commandName: data.name, options: optionsOf(data) } as const;
    }
    case InteractionType.MessageComponent: {
      const { message, data } = wire;
      const { custom_id: customId, component_type: type, values, resolved } = data;
      return {
        kind: 'component',
        customId,
        type,
        /** Chosen in a menu. */
        values: type === ComponentType.Button.valueOf() ? [] : values,
        message,
        channelData: (id: string) => resolved.channels.get(id),
      } as const;
    }
    case InteractionType.ModalSubmit: {
      const { custom_id: customId, components } = wire.data;
      const all = components.flatMap(({ component, components: row }) =>
        component === undefined ? row : [component, ...row],
      );
      const fields = new Map(all.map((field) => [field.custom_id, field]));
      // A command's form has no message.
      return { kind: 'form', customId, fields, message: wire.message ?? null } as const;
    }
    case InteractionType.ApplicationCommand:
      return commandIn(wire.data);
  }
};

type CommandData = Extract<
  InteractionWire,
  { readonly type: InteractionType.ApplicationCommand }
>['data'];

const commandIn = (data: CommandData) => {
  switch (data.type) {
    case ApplicationCommandType.ChatInput:
      return { kind: 'command', commandName: data.name, options: optionsOf(data) } as const;
    case ApplicationCommandType.Message: {
      const target = data.resolved.messages.get(data.target_id);
      if (target === undefined) throw new Error('Discord sent no message of a use of its menu');
      return { kind: 'message', commandName: data.name, target } as const;
    }
    case ApplicationCommandType.User:
      return { kind: 'unknown', commandName: null } as const;
  }
};

/** Who uses it, and where. */
const useOf = (wire: InteractionWire) => ({
  id: wire.id,
  applicationId: wire.application_id,
  userId: (wire.member?.user ?? userWire.parse(wire.user)).id,
  guildId: wire.guild_id ?? null,
  channelId: wire.channel_id ?? null,
  locale: wire.locale,
  guildLocale: wire.guild_locale ?? null,
  roleIds: wire.member?.roles ?? [],
  /** The member's in the channel. */
  permissions: wire.member?.permissions ?? 0n,
});

type Use = ReturnType<typeof useOf> & ReturnType<typeof responsesOf>;

type Used<Kind> = Use & Extract<ReturnType<typeof usedIn>, { readonly kind: Kind }>;

export type CommandInteraction = Used<'command'>;
export type AutocompleteInteraction = Used<'autocomplete'>;
/** Of an entry in the Apps menu of a message. */
export type MessageInteraction = Used<'message'>;
/** Of a button or a menu. */
export type ComponentInteraction = Used<'component'>;
/** A form that was sent. */
export type FormInteraction = Used<'form'>;
export type ControlInteraction = ComponentInteraction | FormInteraction;
/** What gets a message. */
export type Answerable = CommandInteraction | MessageInteraction | ControlInteraction;
export type Interaction = Answerable | AutocompleteInteraction | Used<'unknown'>;

/** Reads an interaction. @throws an error when its form is not Discord's */
export const readInteraction = (rest: Rest, raw: unknown): Interaction => {
  const wire = interactionWire.parse(raw);
  return { ...useOf(wire), ...responsesOf(rest, wire), ...usedIn(wire) };
};
