import { InteractionResponseType, Routes } from 'discord-api-types/v10';
import type { Form } from '../../render/forms.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Choice } from '../command.ts';
import type { Rest } from '../rest/rest.ts';
import { interactionWire, type InteractionWire } from './interaction-wire.ts';

/** What a response sends: `files` are its `attachments`. */
export type AnswerMessage = Pick<
  MessageBody,
  'content' | 'embeds' | 'components' | 'allowed_mentions' | 'flags' | 'files'
> & { readonly attachments?: readonly object[] };

/** The ways to respond; all but the first response edit it, or follow it. */
const responsesOf = (rest: Rest, { id, token, applicationId }: InteractionWire) => {
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

type Used<Kind> = Extract<InteractionWire, { readonly kind: Kind }> &
  ReturnType<typeof responsesOf>;

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
  return { ...wire, ...responsesOf(rest, wire) };
};
