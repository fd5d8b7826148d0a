import {
  InteractionResponseType,
  MessageFlags,
  type APIInteractionResponse,
  InteractionType,
  MessageType,
} from 'discord-api-types/v10';
import { botAccount } from '../channels/access.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { publishEdit, publishMessage } from '../messages/announce.ts';
import { composeEdit, composeMessage, type MessageContent } from '../messages/compose.ts';
import { requireContent } from '../messages/write.ts';
import { keepUploads, type AttachmentNote, type Upload } from '../messages/uploads.ts';
import {
  messageOf,
  messagesOf,
  type MessageBody,
  type StoredInteraction,
  type StoredMessage,
} from '../state/state.ts';
import { originOf } from './origin.ts';

/** The content of an answer, with what it says of its files. */
export type AnswerContent = MessageContent & {
  readonly attachments?: readonly AttachmentNote[] | null | undefined;
};

/** The interaction of a valid token. Throws 10015 or 50027, as Discord's webhooks do. */
export const activeInteraction = (discord: Discord, token: string): StoredInteraction => {
  const interaction = discord.state.interactions.get(token);
  if (interaction === undefined) throw refusal('unknownWebhook');
  if (interaction.createdAt < discord.machineNow() - discord.limits.tokenMs)
    throw refusal('invalidToken');
  return interaction;
};

/** A new message that answers an interaction. */
export const postAnswer = (
  discord: Discord,
  interaction: StoredInteraction,
  content: AnswerContent,
  uploads: readonly Upload[],
  extraFlags = 0,
): StoredMessage => {
  const ephemeral = (content.flags ?? 0) & MessageFlags.Ephemeral;
  const channel = channelOf(discord, interaction);
  const stored: StoredMessage = {
    body: composeMessage(discord, {
      channel,
      author: botAccount(),
      content,
      flags: ephemeral | extraFlags,
      type:
        interaction.type === InteractionType.ApplicationCommand
          ? MessageType.ChatInputCommand
          : MessageType.Reply,
      extras: originOf(discord.state, channel, interaction),
    }),
    files: keepUploads(discord, uploads, content.attachments),
    ephemeralFor: ephemeral === 0 ? null : interaction.userId,
    reactions: {},
    enforcedNonce: null,
  };
  publishMessage(discord, stored);
  return stored;
};

/** Edits a message of an interaction, and reports it as answered. */
export const editAnswer = (
  discord: Discord,
  interaction: StoredInteraction,
  stored: StoredMessage,
  content: AnswerContent,
  uploads: readonly Upload[],
): StoredMessage => {
  const notes = content.attachments;
  const kept = notes
    ? stored.files.filter(({ id }) => notes.some((note) => String(note.id) === id))
    : stored.files;
  const files = [...kept, ...keepUploads(discord, uploads, notes)];
  const channel = channelOf(discord, interaction);
  const draft = { channel, author: botAccount(), content };
  const body = withoutFirstEdit(composeEdit(discord, draft, stored.body), stored.body);
  requireContent(body, files.length);
  const edited = { ...stored, body, files };
  publishEdit(discord, edited);
  answered(discord, interaction, edited);
  return edited;
};

/** The first content of a deferred answer does not count as an edit, as at Discord. */
const withoutFirstEdit = (after: MessageBody, before: MessageBody): MessageBody =>
  ((before.flags ?? 0) & MessageFlags.Loading) === 0 ? after : { ...after, edited_timestamp: null };

/** A message of this interaction: `@original`, or one of its follow-ups. */
export const messageOfInteraction = (
  discord: Discord,
  interaction: StoredInteraction,
  id: string,
): StoredMessage => {
  const wanted = id === '@original' ? interaction.originalId : id;
  const stored = messageOf(discord.state, interaction.channelId, wanted ?? '');
  // After an update `@original` is the message that was pressed, of an earlier interaction.
  const isOurs =
    wanted === interaction.originalId || stored?.body.interaction_metadata?.id === interaction.id;
  if (stored === undefined || !isOurs) throw refusal('unknownMessage');
  return stored;
};

/** Whether the answer is deferred and still missing: the first follow-up becomes it. */
export const isDeferred = (discord: Discord, interaction: StoredInteraction): boolean => {
  const original = messageOf(discord.state, interaction.channelId, interaction.originalId ?? '');
  return original !== undefined && ((original.body.flags ?? 0) & MessageFlags.Loading) !== 0;
};

/** Reports this message as the answer. */
export const answered = (
  discord: Discord,
  { id }: StoredInteraction,
  message: StoredMessage,
): void => {
  discord.interactionNews.emit({ type: 'answered', id, at: discord.machineNow(), message });
};

/** Records how an interaction was acknowledged, and reports it. */
export const acknowledge = (
  discord: Discord,
  interaction: StoredInteraction,
  response: APIInteractionResponse,
  originalId: string | null,
): StoredInteraction => {
  const noted = { ...interaction, answeredWith: response.type, originalId };
  discord.commit({ type: 'interaction', interaction: noted });
  const isChoices = response.type === InteractionResponseType.ApplicationCommandAutocompleteResult;
  discord.interactionNews.emit({
    type: 'acknowledged',
    id: interaction.id,
    at: discord.machineNow(),
    with: response.type,
    choices: isChoices ? (response.data.choices ?? []) : [],
    modal: response.type === InteractionResponseType.Modal ? response.data : null,
  });
  return noted;
};

/** The message whose component was pressed, in any channel. */
export const sourceOf = (discord: Discord, interaction: StoredInteraction): StoredMessage => {
  const source = messagesOf(discord.state, interaction.channelId).find(
    ({ body }) => body.id === interaction.sourceMessageId,
  );
  if (source === undefined) throw refusal('unknownMessage');
  return source;
};

const channelOf = ({ state }: Discord, { channelId }: StoredInteraction) => {
  const channel = state.channels.get(channelId);
  if (channel === undefined) throw refusal('unknownChannel');
  return channel;
};
