import type { RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import { botAccount, may } from '../channels/access.ts';
import type { Discord } from '../discord.ts';
import { invalidForm, refusal } from '../errors.ts';
import { messageOf, nonceKey, type StoredChannel, type StoredMessage } from '../state/state.ts';
import { publishEdit, publishMessage } from './announce.ts';
import { composeEdit, composeMessage, type MessageContent } from './compose.ts';
import { keepUploads, type AttachmentNote, type Upload } from './uploads.ts';

/**
 * Sends the bot's message into a channel. Throws what Discord would answer instead.
 *
 * @param id the message's id where it is given: a forum post starts with a message of its own id
 */
export const sendMessage = (
  discord: Discord,
  channel: StoredChannel,
  content: RESTPostAPIChannelMessageJSONBody,
  uploads: readonly Upload[],
  id?: string,
): StoredMessage => {
  const author = botAccount();
  const nonce = content.nonce === undefined ? null : String(content.nonce);
  const enforcedNonce = content.enforce_nonce ? nonce : null;
  const earlier = enforcedNonce === null ? null : earlierWith(discord, author.id, enforcedNonce);
  if (earlier !== null) return earlier;
  requireContent(content, uploads.length);
  const stored: StoredMessage = {
    body: composeMessage(discord, {
      channel,
      author,
      content,
      repliesTo: answered(discord, channel, content),
      extras: {
        ...(id === undefined ? {} : { id }),
        ...(nonce === null ? {} : { nonce: content.nonce ?? nonce }),
      },
    }),
    files: keepUploads(discord, uploads, content.attachments),
    ephemeralFor: null,
    reactions: {},
    enforcedNonce,
  };
  publishMessage(discord, stored);
  return stored;
};

/** Changes a message of the bot. Throws 50006 when nothing would be left of it. */
export const editMessage = (
  discord: Discord,
  channel: StoredChannel,
  stored: StoredMessage,
  content: MessageContent & { readonly attachments?: readonly AttachmentNote[] | null | undefined },
  uploads: readonly Upload[],
): StoredMessage => {
  const body = composeEdit(discord, { channel, author: botAccount(), content }, stored.body);
  const files = [
    ...keptFiles(stored, content.attachments),
    ...keepUploads(discord, uploads, content.attachments),
  ];
  requireContent(body, files.length);
  const edited = { ...stored, body, files };
  publishEdit(discord, edited);
  return edited;
};

const keptFiles = ({ files }: StoredMessage, notes: readonly AttachmentNote[] | null | undefined) =>
  notes ? files.filter(({ id }) => notes.some((note) => String(note.id) === id)) : files;

/** Throws 50006 for a message that shows nothing. */
export const requireContent = (content: MessageContent, files: number): void => {
  const parts = [
    content.embeds?.length,
    content.components?.length,
    files,
    content.content?.trim().length,
  ];
  if (parts.every((count) => (count ?? 0) === 0)) throw refusal('emptyMessage');
};

const earlierWith = ({ state, now, limits }: Discord, authorId: string, nonce: string) => {
  const earlier = state.nonces.get(nonceKey(authorId, nonce));
  if (earlier === undefined) return null;
  return Date.parse(earlier.body.timestamp) > now() - limits.nonceMs ? earlier : null;
};

const answered = (
  { state }: Discord,
  channel: StoredChannel,
  { message_reference: reference }: RESTPostAPIChannelMessageJSONBody,
) => {
  if (!reference) return null;
  if (!may(state, channel, botAccount(), 'ReadMessageHistory')) throw refusal('replyNeedsHistory');
  const target = messageOf(state, reference.channel_id ?? channel.id, reference.message_id);
  if (target?.ephemeralFor !== null) {
    if (reference.fail_if_not_exists === false) return null;
    const path = ['message_reference'];
    throw invalidForm([{ path, code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' }]);
  }
  return target.body;
};
