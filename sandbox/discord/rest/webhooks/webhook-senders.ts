import { MessageType, type APIUser } from 'discord-api-types/v10';
import type { Discord } from '../../discord.ts';
import { refusal } from '../../errors.ts';
import { APPLICATION_ID, BOT, userOf } from '../../guild/accounts.ts';
import {
  activeInteraction,
  answered,
  editAnswer,
  isDeferred,
  messageOfInteraction,
  postAnswer,
  type AnswerContent,
} from '../../interactions/answers.ts';
import { publishMessage } from '../../messages/announce.ts';
import { composeMessage } from '../../messages/compose.ts';
import { keepUploads, type Upload } from '../../messages/uploads.ts';
import { editMessage } from '../../messages/write.ts';
import {
  messageOf,
  plainMessage,
  type StoredChannel,
  type StoredMessage,
  type StoredWebhook,
} from '../../state/state.ts';

/** What a webhook's message may say of its author. */
export type WebhookContent = AnswerContent & {
  readonly username?: string | null | undefined;
  readonly avatar_url?: string | null | undefined;
};

/** Who writes with a webhook's token: the bot for an interaction, or the webhook itself. */
export interface WebhookSender {
  readonly post: (content: WebhookContent, uploads: readonly Upload[]) => StoredMessage;
  readonly find: (id: string) => StoredMessage;
  readonly edit: (
    stored: StoredMessage,
    content: AnswerContent,
    uploads: readonly Upload[],
  ) => StoredMessage;
}

/** The webhook of an interaction: follow-ups to it, and edits of its answers. */
export const followUps = (discord: Discord, token: string): WebhookSender => {
  const interaction = activeInteraction(discord, token);
  // Before the first answer there is nothing to follow up.
  if (interaction.answeredWith === null) throw refusal('unknownWebhook');
  return {
    post: (content, uploads) => {
      if (isDeferred(discord, interaction)) {
        const original = messageOfInteraction(discord, interaction, '@original');
        return editAnswer(discord, interaction, original, content, uploads);
      }
      const message = postAnswer(discord, interaction, content, uploads);
      answered(discord, interaction, message);
      return message;
    },
    find: (id) => messageOfInteraction(discord, interaction, id),
    edit: (stored, content, uploads) => editAnswer(discord, interaction, stored, content, uploads),
  };
};

/** A webhook of a channel; `threadId` names a thread of it. */
export const channelWebhook = (
  discord: Discord,
  webhook: StoredWebhook,
  threadId: string | undefined,
): WebhookSender => {
  const channel = placeOf(discord, webhook, threadId);
  return {
    post: (content, uploads) => {
      const body = composeMessage(discord, {
        channel,
        author: BOT,
        content,
        type: MessageType.Default,
        extras: {
          author: authorOf(webhook, content),
          webhook_id: webhook.id,
          application_id: APPLICATION_ID,
        },
      });
      const files = keepUploads(discord, uploads, content.attachments);
      const stored = { ...plainMessage(body), files };
      publishMessage(discord, stored);
      return stored;
    },
    find: (id) => {
      const stored = messageOf(discord.state, channel.id, id);
      if (stored?.body.webhook_id !== webhook.id) throw refusal('unknownMessage');
      return stored;
    },
    edit: (stored, content, uploads) => editMessage(discord, channel, stored, content, uploads),
  };
};

const placeOf = (
  { state }: Discord,
  { channelId }: StoredWebhook,
  threadId = channelId,
): StoredChannel => {
  const channel = state.channels.get(threadId);
  const isThere = channel?.id === channelId || channel?.parentId === channelId;
  if (channel === undefined || !isThere) throw refusal('unknownChannel');
  return channel;
};

const authorOf = ({ id, name, avatar }: StoredWebhook, { username }: WebhookContent): APIUser => ({
  ...userOf(BOT),
  id,
  username: username ?? name,
  discriminator: '0000',
  avatar,
});
