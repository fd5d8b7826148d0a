import type { FastifyInstance } from 'fastify';
import type { Discord } from '../../discord.ts';
import { refusal } from '../../errors.ts';
import { APPLICATION_ID } from '../../guild/accounts.ts';
import type { AnswerContent } from '../../interactions/answers.ts';
import { publishDeletion } from '../../messages/announce.ts';
import { presentMessage } from '../../messages/present.ts';
import { requireContent } from '../../messages/write.ts';
import { accept } from '../../validation/accept.ts';
import { editRules, messageRules } from '../../validation/message-rules.ts';
import { PUBLISHED } from '../../validation/published.ts';
import { readBody } from '../body.ts';
import {
  channelWebhook,
  followUps,
  type WebhookContent,
  type WebhookSender,
} from './webhook-senders.ts';

interface Route {
  readonly Params: { readonly webhook: string; readonly token: string; readonly message: string };
  readonly Querystring: { readonly wait?: string; readonly thread_id?: string };
}

const WEBHOOK = '/webhooks/:webhook/:token';
const MESSAGE = `${WEBHOOK}/messages/:message`;

/** Messages of webhooks: follow-ups to interactions, and what a channel's webhooks write. */
export const webhookRoutes = (app: FastifyInstance, discord: Discord): void => {
  const senderOf = (
    { webhook: id, token }: Route['Params'],
    { thread_id: threadId }: Route['Querystring'],
  ): WebhookSender => {
    if (id === APPLICATION_ID) return followUps(discord, token);
    const webhook = discord.state.webhooks.get(id);
    if (webhook === undefined) throw refusal('unknownWebhook');
    if (webhook.token !== token) throw refusal('invalidToken');
    return channelWebhook(discord, webhook, threadId);
  };

  app.post<Route>(WEBHOOK, async (request, reply) => {
    const { params, query } = request;
    const sender = senderOf(params, query);
    const { json, uploads } = await readBody(request);
    const content = accept<WebhookContent>(PUBLISHED.followUp, json, messageRules);
    requireContent(content, uploads.length);
    const message = sender.post(content, uploads);
    const isAnswered = params.webhook === APPLICATION_ID || query.wait === 'true';
    return isAnswered ? presentMessage(discord, message) : reply.code(204).send();
  });

  app.get<Route>(MESSAGE, ({ params, query }) =>
    presentMessage(discord, senderOf(params, query).find(params.message)),
  );

  app.patch<Route>(MESSAGE, async (request) => {
    const { params, query } = request;
    const sender = senderOf(params, query);
    const stored = sender.find(params.message);
    const { json, uploads } = await readBody(request);
    const rules = editRules(stored.body.flags);
    const content = accept<AnswerContent>(PUBLISHED.followUpEdit, json, rules);
    return presentMessage(discord, sender.edit(stored, content, uploads));
  });

  app.delete<Route>(MESSAGE, async ({ params, query }, reply) => {
    publishDeletion(discord, senderOf(params, query).find(params.message));
    return reply.code(204).send();
  });
};
