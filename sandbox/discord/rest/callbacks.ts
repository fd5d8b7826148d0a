import {
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  type APIInteractionResponse,
} from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { Discord } from '../discord.ts';
import { invalidForm, refusal } from '../errors.ts';
import { respond } from '../interactions/respond.ts';
import { isObject } from '../json.ts';
import { presentMessage } from '../messages/present.ts';
import { messageOf, type StoredInteraction, type StoredMessage } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { choiceValueRules } from '../validation/choice-rules.ts';
import { modalRules } from '../validation/modal-rules.ts';
import { editRules, messageRules } from '../validation/message-rules.ts';
import { PUBLISHED } from '../validation/published.ts';
import type { FormIssue } from '../validation/form-errors.ts';
import { readBody } from './body.ts';

interface Params {
  readonly interaction: string;
  readonly token: string;
}

const SCHEMAS: Readonly<Record<number, z.core.$ZodType>> = {
  [InteractionResponseType.Pong]: PUBLISHED.pong,
  [InteractionResponseType.ChannelMessageWithSource]: PUBLISHED.answer,
  [InteractionResponseType.DeferredChannelMessageWithSource]: PUBLISHED.answer,
  [InteractionResponseType.DeferredMessageUpdate]: PUBLISHED.update,
  [InteractionResponseType.UpdateMessage]: PUBLISHED.update,
  [InteractionResponseType.ApplicationCommandAutocompleteResult]: PUBLISHED.choices,
  [InteractionResponseType.Modal]: PUBLISHED.modal,
};

/** The first answer to an interaction. */
export const callbackRoutes = (app: FastifyInstance, discord: Discord): void => {
  app.post<{ Params: Params; Querystring: { with_response?: string } }>(
    '/interactions/:interaction/:token/callback',
    async (request, reply) => {
      const interaction = openInteraction(discord, request.params);
      const { json, uploads } = await readBody(request);
      const response = acceptResponse(discord, interaction, json);
      refuseOutOfPlace(interaction, response.type);
      const message = respond(discord, interaction, response, uploads);
      if (request.query.with_response !== 'true') return reply.code(204).send();
      return callbackResponse(discord, interaction, response.type, message);
    },
  );
};

/** Throws 10062 for an unknown interaction or after three seconds, 40060 after an answer. */
const openInteraction = (
  discord: Discord,
  { interaction: id, token }: Params,
): StoredInteraction => {
  const interaction = discord.state.interactions.get(token);
  if (interaction?.id !== id) throw refusal('unknownInteraction');
  if (interaction.answeredWith !== null) throw refusal('alreadyAcknowledged');
  const isLate = interaction.createdAt + discord.limits.acknowledgeMs < discord.machineNow();
  if (isLate) throw refusal('unknownInteraction');
  return interaction;
};

const acceptResponse = (
  discord: Discord,
  interaction: StoredInteraction,
  json: unknown,
): APIInteractionResponse => {
  const schema = isObject(json) ? SCHEMAS[Number(json['type'])] : undefined;
  if (schema === undefined) {
    const message = 'Value must be one of {1, 4, 5, 6, 7, 8, 9, 12, 13}.';
    throw invalidForm([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message }]);
  }
  return accept<APIInteractionResponse>(schema, json, (response) =>
    dataRules(discord, interaction, response).map((issue) => ({
      ...issue,
      path: ['data', ...issue.path],
    })),
  );
};

const dataRules = (
  discord: Discord,
  interaction: StoredInteraction,
  response: APIInteractionResponse,
): FormIssue[] => {
  if (response.type === InteractionResponseType.Modal) return modalRules(response.data);
  if (response.type === InteractionResponseType.ChannelMessageWithSource) {
    return messageRules(response.data);
  }
  if (response.type === InteractionResponseType.ApplicationCommandAutocompleteResult) {
    return choiceValueRules(response.data.choices ?? [], ['choices']);
  }
  if (response.type !== InteractionResponseType.UpdateMessage) return [];
  const source = messageOf(discord.state, interaction.channelId, interaction.sourceMessageId ?? '');
  return editRules(source?.body.flags)(response.data ?? {});
};

/** Some answers fit some interactions only; Discord words it as an invalid `type`. */
const refuseOutOfPlace = (interaction: StoredInteraction, type: InteractionResponseType) => {
  const isAutocomplete = interaction.type === InteractionType.ApplicationCommandAutocomplete;
  const updates =
    type === InteractionResponseType.UpdateMessage ||
    type === InteractionResponseType.DeferredMessageUpdate;
  const fits =
    isAutocomplete === (type === InteractionResponseType.ApplicationCommandAutocompleteResult) &&
    !(updates && interaction.sourceMessageId === null) &&
    !(type === InteractionResponseType.Modal && interaction.type === InteractionType.ModalSubmit);
  if (fits) return;
  const message = 'This response type does not fit this interaction.';
  throw invalidForm([{ path: ['type'], code: 'INTERACTION_RESPONSE_TYPE_INVALID', message }]);
};

const callbackResponse = (
  discord: Discord,
  interaction: StoredInteraction,
  type: InteractionResponseType,
  message: StoredMessage | null,
) => {
  const flags = message?.body.flags ?? 0;
  const described =
    message === null
      ? {}
      : {
          response_message_id: message.body.id,
          response_message_loading: (flags & MessageFlags.Loading) !== 0,
          response_message_ephemeral: (flags & MessageFlags.Ephemeral) !== 0,
        };
  return {
    interaction: { id: interaction.id, type: interaction.type, ...described },
    ...(message === null
      ? {}
      : { resource: { type: resourceType(type), message: presentMessage(discord, message) } }),
  };
};

/** A promised message is a message, too. */
const resourceType = (type: InteractionResponseType): InteractionResponseType =>
  type === InteractionResponseType.DeferredChannelMessageWithSource
    ? InteractionResponseType.ChannelMessageWithSource
    : type;
