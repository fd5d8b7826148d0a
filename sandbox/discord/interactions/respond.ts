import {
  InteractionResponseType,
  MessageFlags,
  type APIInteractionResponse,
} from 'discord-api-types/v10';
import type { Discord } from '../discord.ts';
import { isObject } from '../json.ts';
import type { Upload } from '../messages/uploads.ts';
import { requireContent } from '../messages/write.ts';
import type { StoredInteraction, StoredMessage } from '../state/state.ts';
import {
  acknowledge,
  answered,
  editAnswer,
  postAnswer,
  sourceOf,
  type AnswerContent,
} from './answers.ts';

type Response = (
  discord: Discord,
  interaction: StoredInteraction,
  response: APIInteractionResponse,
  uploads: readonly Upload[],
) => StoredMessage | null;

const contentOf = (response: APIInteractionResponse): AnswerContent =>
  'data' in response && isObject(response.data) ? response.data : {};

const answer: Response = (discord, interaction, response, uploads) => {
  const content = contentOf(response);
  requireContent(content, uploads.length);
  const message = postAnswer(discord, interaction, content, uploads);
  const noted = acknowledge(discord, interaction, response, message.body.id);
  answered(discord, noted, message);
  return message;
};

const promise: Response = (discord, interaction, response) => {
  const { flags = 0 } = contentOf(response);
  const empty = { flags };
  const message = postAnswer(discord, interaction, empty, [], MessageFlags.Loading);
  acknowledge(discord, interaction, response, message.body.id);
  return message;
};

const update: Response = (discord, interaction, response, uploads) => {
  const source = sourceOf(discord, interaction);
  const noted = acknowledge(discord, interaction, response, source.body.id);
  return editAnswer(discord, noted, source, contentOf(response), uploads);
};

const deferUpdate: Response = (discord, interaction, response) => {
  acknowledge(discord, interaction, response, interaction.sourceMessageId);
  return null;
};

const onlyNote: Response = (discord, interaction, response) => {
  acknowledge(discord, interaction, response, null);
  return null;
};

const RESPONSES: Readonly<Record<number, Response>> = {
  [InteractionResponseType.ChannelMessageWithSource]: answer,
  [InteractionResponseType.DeferredChannelMessageWithSource]: promise,
  [InteractionResponseType.UpdateMessage]: update,
  [InteractionResponseType.DeferredMessageUpdate]: deferUpdate,
};

/** Applies the first answer to an interaction; returns the created or edited message. */
export const respond: Response = (discord, interaction, response, uploads) =>
  (RESPONSES[response.type] ?? onlyNote)(discord, interaction, response, uploads);
