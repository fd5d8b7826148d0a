import type { FastifyInstance } from 'fastify';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { APPLICATION_ID } from '../guild/accounts.ts';
import {
  answered,
  editAnswer,
  isDeferred,
  activeInteraction,
  messageOfInteraction,
  postAnswer,
  type AnswerContent,
} from '../interactions/answers.ts';
import { publishDeletion } from '../messages/announce.ts';
import { presentMessage } from '../messages/present.ts';
import { requireContent } from '../messages/write.ts';
import type { StoredInteraction } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { editRules, messageRules } from '../validation/message-rules.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

interface Params {
  readonly application: string;
  readonly token: string;
  readonly message: string;
}

const WEBHOOK = '/webhooks/:application/:token';
const MESSAGE = `${WEBHOOK}/messages/:message`;

/** Follow-ups to an interaction, and edits of its answers. */
export const webhookRoutes = (app: FastifyInstance, discord: Discord): void => {
  const acknowledged = ({ application, token }: Params): StoredInteraction => {
    if (application !== APPLICATION_ID) throw refusal('unknownWebhook');
    const interaction = activeInteraction(discord, token);
    // Before the first answer there is nothing to follow up.
    if (interaction.answeredWith === null) throw refusal('unknownWebhook');
    return interaction;
  };

  app.post<{ Params: Params }>(WEBHOOK, async (request) => {
    const interaction = acknowledged(request.params);
    const { json, uploads } = await readBody(request);
    const content = accept<AnswerContent>(PUBLISHED.followUp, json, messageRules);
    requireContent(content, uploads.length);
    if (isDeferred(discord, interaction)) {
      const original = messageOfInteraction(discord, interaction, '@original');
      return presentMessage(discord, editAnswer(discord, interaction, original, content, uploads));
    }
    const message = postAnswer(discord, interaction, content, uploads);
    answered(discord, interaction, message);
    return presentMessage(discord, message);
  });

  app.get<{ Params: Params }>(MESSAGE, ({ params }) =>
    presentMessage(discord, messageOfInteraction(discord, acknowledged(params), params.message)),
  );

  app.patch<{ Params: Params }>(MESSAGE, async (request) => {
    const interaction = acknowledged(request.params);
    const stored = messageOfInteraction(discord, interaction, request.params.message);
    const { json, uploads } = await readBody(request);
    const content = accept<AnswerContent>(
      PUBLISHED.followUpEdit,
      json,
      editRules(stored.body.flags),
    );
    return presentMessage(discord, editAnswer(discord, interaction, stored, content, uploads));
  });

  app.delete<{ Params: Params }>(MESSAGE, async ({ params }, reply) => {
    publishDeletion(discord, messageOfInteraction(discord, acknowledged(params), params.message));
    return reply.code(204).send();
  });
};
